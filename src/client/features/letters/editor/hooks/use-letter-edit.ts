import { useCallback, useEffect, useMemo, useState } from 'react'
import type { SavedCopy, Saving } from '#client/platform/editor/saved-copy.ts'
import { changed, openUndo, undone } from '#client/platform/editor/undo-state.ts'
import { type CopyServer, useWorkingCopy } from '#client/platform/editor/use-working-copy.ts'
import { deleteLetterDraft, keepLetterDraft } from '#client/platform/offline/letter-drafts.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { findingsInLetter } from '#shared/letters/letter-finding.rules.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import type { LetterEdit } from '#shared/letters/letter-template.contract.ts'
import { fetchEdit, saveEdit } from '../letter-edit.api.ts'

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
function useLocalDraft({ letter, template, saving, copy, begun }: Written): boolean {
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

export const isSame = (one: LetterTemplate, other: LetterTemplate): boolean =>
  canonicalJson(one) === canonicalJson(other)

const serverFor = (letter: LetterKind): CopyServer<LetterTemplate> => ({
  fetch: async () => {
    const { revision, template } = await fetchEdit(letter)
    return { revision, content: template }
  },
  save: (revision, template) => saveEdit(letter, revision, template),
  isSame,
})

/**
 * The working copy that is open: what can be done with it, and whether it is at the server.
 * @param begun words of an earlier visit that it goes on with
 */
export function useLetterEdit({ name, published, ...opened }: LetterEdit, begun: LetterTemplate | undefined) {
  const [state, setState] = useState(() => {
    const open = openUndo(opened.template)
    return begun ? changed(open, begun) : open
  })
  const onLeftSaved = useCallback(() => deleteLetterDraft(name), [name])
  const { revision } = opened
  const { copy, saving } = useWorkingCopy(serverFor(name), { revision, begun, onLeftSaved })
  const { now: template, past } = state
  const isOnDevice = useLocalDraft({ letter: name, template, saving, copy, begun })
  const apply = (next: typeof state) => {
    setState(next)
    if (next.now !== template) copy.change(next.now)
  }
  const findings = useMemo(() => findingsInLetter(name, template), [name, template])
  const isChanged = useMemo(() => !isSame(published.template, template), [published, template])
  return {
    letter: name,
    template,
    published,
    findings,
    isChanged,
    saving,
    /** What the server has not got yet is kept here, should the page be closed. */
    isOnDevice,
    copy,
    canUndo: past.length > 0,
    /** Puts another template in place of this one; typing on at one place is undone as one. */
    change: (next: LetterTemplate, typedAt?: string) => apply(changed(state, next, typedAt)),
    undo: () => apply(undone(state)),
  }
}
export type LetterEditing = ReturnType<typeof useLetterEdit>
