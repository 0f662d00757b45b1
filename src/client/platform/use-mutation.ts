// chunk: bits
import { useRef, useState } from 'react'
import type { MessageId } from '#shared/kernel/errors.ts'
import { holdBusy } from './page/busy.ts'
import { messageIdOf } from './refused.ts'

interface Callbacks<Result, Reason> {
  /** Awaited as part of the mutation: what it throws is a failure of the mutation. */
  onSuccess?: ((result: Result) => unknown) | undefined
  onError?: ((reason: Reason) => unknown) | undefined
  /** After either. */
  onSettled?: (() => unknown) | undefined
}

export interface Mutation<Variables extends unknown[], Reason = MessageId> {
  /**
   * Makes the call, unless one is pending already.
   *
   * @returns whether it succeeded; false for a second press, which does nothing
   */
  mutate: (...variables: Variables) => Promise<boolean>
  isPending: boolean
  /** Why the last call failed, until the next one begins or `reset`. */
  error: Reason | undefined
  reset: () => void
}

/**
 * A call that changes something, made by a person: one at a time, with what came of it. Updates of the app wait until it is
 * over. A screen that is left meanwhile does not end it, and its callbacks are called all the same.
 *
 * @param call makes the change; rejects where it failed
 * @param callbacks `reasonOf` turns what was thrown into `error`; by default it is its `messageId`
 */
export function useMutation<Variables extends unknown[], Result, Reason>(
  call: (...variables: Variables) => Promise<Result>,
  callbacks: Callbacks<Result, Reason> & { reasonOf: (thrown: unknown) => Reason },
): Mutation<Variables, Reason>
export function useMutation<Variables extends unknown[], Result>(
  call: (...variables: Variables) => Promise<Result>,
  callbacks?: Callbacks<Result, MessageId>,
): Mutation<Variables>
export function useMutation<Variables extends unknown[], Result>(
  call: (...variables: Variables) => Promise<Result>,
  {
    onSuccess,
    onError,
    onSettled,
    reasonOf = messageIdOf,
  }: Callbacks<Result, never> & { reasonOf?: (thrown: unknown) => unknown } = {},
): Mutation<Variables, unknown> {
  const [state, setState] = useState<{ isPending: boolean; error?: unknown }>({ isPending: false })
  // State is one drawing late: two presses of one moment would both see nothing pending.
  const isPending = useRef(false)
  const mutate = async (...variables: Variables): Promise<boolean> => {
    if (isPending.current) return false
    isPending.current = true
    const release = holdBusy()
    setState({ isPending: true })
    try {
      const result = await call(...variables)
      await onSuccess?.(result)
      setState({ isPending: false })
      return true
    } catch (thrown) {
      const error = reasonOf(thrown)
      setState({ isPending: false, error })
      // What `reasonOf` made is what `onError` takes: the signatures above say so.
      onError?.(error as never)
      return false
    } finally {
      isPending.current = false
      release()
      onSettled?.()
    }
  }
  return {
    mutate,
    ...state,
    error: state.error,
    reset: () => setState((now) => (now.isPending ? now : { isPending: false })),
  }
}
