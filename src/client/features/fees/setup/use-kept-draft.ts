// chunk: fees
import { useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useFeeMutation } from './fee-refusal.tsx'
import { dropSetupDraft, keepSetupDraft, setupDraft } from './setup-drafts.ts'

/** What is typed, and the revision that it is typed upon. */
interface Typed<D> {
  seen: number
  draft: D
}

/**
 * A draft that outlives its form and the page: it is kept on this device until it is saved or discarded. `readSetupDrafts` comes first.
 *
 * @param name of what is edited; one draft for each
 * @param saved what the server has: its revision, 0 for something new, and its values as they are typed
 */
export function useKeptDraft<D extends object>(name: string, saved: Typed<D>) {
  const [typed, setTyped] = useState(() => {
    const before = setupDraft(name)
    // A name stands for one form of draft alone; what another release did not have yet is as the server has it.
    return before && { seen: before.seen, draft: { ...saved.draft, ...before.draft } }
  })
  const [isBack] = useState(typed !== undefined)
  const { seen, draft } = typed ?? saved
  useBusy(typed !== undefined)
  const put = (next: D) => {
    const changed = { seen, draft: next }
    keepSetupDraft(name, changed)
    setTyped(changed)
  }
  return {
    draft,
    /** Revision that is edited. */
    seen,
    isChanged: typed !== undefined,
    /** What is shown was typed before the form was opened. */
    isBack: isBack && typed !== undefined,
    put,
    change: (part: Partial<D>) => put({ ...draft, ...part }),
    /** Forgets what is typed: it is saved, or is not wanted. */
    drop: () => {
      dropSetupDraft(name)
      setTyped(undefined)
    },
  }
}

/** Saves a draft: once it is saved `drop` forgets what is typed, as `discard` does. */
export function useDraftMutation<Variables extends unknown[]>(
  call: (...variables: Variables) => Promise<unknown>,
  drop: () => void,
  onDone: () => void,
) {
  const { reset, ...mutation } = useFeeMutation(call, () => {
    drop()
    onDone()
  })
  const discard = () => {
    drop()
    reset()
  }
  return { ...mutation, discard }
}
