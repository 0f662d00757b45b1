import { useEffect, useMemo, useReducer, useState } from 'react'
import { deleteLetterDraft, keepLetterDraft } from '#client/platform/offline/letter-drafts.ts'
import { SavedCopy, type Saving } from '#client/platform/offline/saved-copy.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { findingsInLetter } from '#shared/letters/letter-finding.rules.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import type { LetterEdit } from '#shared/letters/letter-template.contract.ts'
import { type EditAction, edited, openState } from '../edit-state.ts'
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

/** Saves to the server. A change whose answer was lost on the way comes back as a conflict with oneself, and is none. */
function saverOf(letter: LetterKind) {
  let tried: LetterTemplate | undefined
  return async (revision: number, template: LetterTemplate): Promise<number> => {
    try {
      return await saveEdit(letter, revision, template)
    } catch (error) {
      const isConflict = error instanceof AppError && error.messageId === 'form.edit-conflict'
      const now = isConflict && tried ? await fetchEdit(letter) : undefined
      if (now && tried && isSame(now.template, tried)) return await saveEdit(letter, now.revision, template)
      tried = template
      throw error
    }
  }
}

/**
 * The working copy that is open: what can be done with it, and whether it is at the server.
 * @param begun words of an earlier visit that it goes on with
 */
export function useLetterEdit({ name, published, ...opened }: LetterEdit, begun: LetterTemplate | undefined) {
  const [state, dispatch] = useReducer(edited, undefined, () => {
    const open = openState(opened.template)
    return begun ? edited(open, { type: 'change', template: begun }) : open
  })
  const [saving, setSaving] = useState<Saving>(begun ? 'waiting' : 'saved')
  const [copy] = useState(() => new SavedCopy(opened.revision, saverOf(name), setSaving))
  useBusy(saving !== 'saved')
  useEffect(() => {
    if (begun) copy.change(begun)
  }, [begun, copy])

  // A page that is put away may never come back.
  useEffect(() => {
    const save = () => void copy.saveNow()
    const leave = async () => {
      if (!copy.isSaved && (await copy.saveNow())) await deleteLetterDraft(name)
    }
    const onHide = () => document.visibilityState === 'hidden' && save()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', save)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', save)
      void leave()
      copy.stop()
    }
  }, [copy, name])

  const { template, past } = state
  const isOnDevice = useLocalDraft({ letter: name, template, saving, copy, begun })
  const apply = (action: EditAction) => {
    const next = edited(state, action)
    dispatch(action)
    if (next.template !== template) copy.change(next.template)
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
    change: (next: LetterTemplate, typedAt?: string) => apply({ type: 'change', template: next, typedAt }),
    undo: () => apply({ type: 'undo' }),
  }
}
export type LetterEditing = ReturnType<typeof useLetterEdit>
