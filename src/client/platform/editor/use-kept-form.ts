import { useState } from 'react'
import { deleteEdit } from '../offline/edit-drafts.ts'
import { useBusy } from '../page/use-busy.ts'
import { type KeptDraft, useKept } from './use-versioned-draft.ts'

/**
 * What is typed into a form that is saved as a whole: kept on this device until it is saved or discarded, so that a reload or a lost
 * connection loses nothing.
 *
 * @param name of the draft on this device
 * @param first values before anybody has typed
 * @param kept what an earlier visit could not save
 */
export function useKeptForm<D extends object>(name: string, first: D, kept: KeptDraft | undefined) {
  const [unsaved, setUnsaved] = useState(() => kept && { seen: kept.seen, draft: { ...first, ...kept.draft } })
  useBusy(unsaved !== undefined)
  useKept(name, unsaved)
  const draft = unsaved?.draft ?? first
  return {
    draft,
    isChanged: unsaved !== undefined,
    /** What is shown was typed at an earlier visit. */
    isBack: kept !== undefined && unsaved !== undefined,
    change: (part: Partial<D>) => setUnsaved((now) => ({ seen: 0, draft: { ...(now?.draft ?? first), ...part } })),
    /** Forgets what is typed: it is saved, or is not wanted. */
    drop: (): Promise<void> => {
      setUnsaved(undefined)
      return deleteEdit(name)
    },
  }
}
