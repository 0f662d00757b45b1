import { useEffect, useState } from 'react'
import { deleteLetterDraft, keepLetterDraft } from '#client/platform/offline/letter-drafts.ts'
import type { SavedCopy, Saving } from '#client/platform/offline/saved-copy.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'

/** After this pause in typing it is kept: sooner than it is sent. */
const pauseMs = 300

interface Written {
  letter: LetterKind
  template: LetterTemplate
  saving: Saving
  copy: SavedCopy<LetterTemplate>
  /** What an earlier visit has kept, and this one goes on with. */
  begun: LetterTemplate | undefined
}

/** What is typed and not at the server yet is kept on this device as well, until it is. @returns whether the last of it is */
export function useLocalDraft({ letter, template, saving, copy, begun }: Written): boolean {
  const [kept, setKept] = useState(begun)
  const isSaved = saving === 'saved'
  useEffect(() => {
    // What another tab of the same person types is not dropped by one that has typed nothing.
    if (isSaved && kept) void deleteLetterDraft(letter).then(() => setKept(undefined))
    if (isSaved || kept === template) return undefined
    const keep = async () => {
      if (await keepLetterDraft(letter, { revision: copy.revision, template })) setKept(template)
    }
    const timer = setTimeout(() => void keep(), pauseMs)
    return () => clearTimeout(timer)
  }, [letter, template, isSaved, kept, copy])
  return kept === template
}
