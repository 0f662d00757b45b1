// chunk: fees
import { useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useFeeMutation } from './fee-refusal.tsx'

/** What is typed, and the revision that it is typed upon. */
interface Typed<D> {
  seen: number
  draft: D
}

/** What is typed in the set-up and not saved, by name, until the page is reloaded. */
const kept = new Map<string, Typed<object>>()

/**
 * A draft that outlives its form: on another tab, year or row it waits until it is saved or discarded.
 *
 * @param name of what is edited; one draft for each
 * @param saved what the server has: its revision, 0 for something new, and its values as they are typed
 */
export function useKeptDraft<D extends object>(name: string, saved: Typed<D>) {
  // A name stands for one form of draft alone.
  const [typed, setTyped] = useState(() => kept.get(name) as Typed<D> | undefined)
  const [isBack] = useState(() => kept.has(name))
  const { seen, draft } = typed ?? saved
  useBusy(typed !== undefined)
  const put = (next: D) => {
    const changed = { seen, draft: next }
    kept.set(name, changed)
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
      kept.delete(name)
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
