// chunk: calls
import { useRef } from 'react'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { type Mutation, useMutation } from './use-mutation.ts'

/** A new id of a command, or of what a command brings about. */
export const newCommandId = (): OpId => OpId.parse(uuidv7(machineClock.nowMs(), machineRandom))

/** Gives what is asked an id: the same one as long as the same is asked and it was not told to forget. `asked` has to be JSON. */
export function useCommandId(): { idOf: (asked: unknown) => OpId; forget: () => void } {
  const last = useRef<{ asked: string; id: OpId }>(undefined)
  return {
    idOf: (asked) => {
      const written = JSON.stringify(asked)
      if (last.current?.asked !== written) last.current = { asked: written, id: newCommandId() }
      return last.current.id
    },
    forget: () => {
      last.current = undefined
    },
  }
}

interface CommandCallbacks<Result> {
  onSuccess?: (result: Result) => unknown
  onError?: (error: MessageId) => unknown
  /** Keeps the id after success too: the same asked again is the same command and brings about nothing new. */
  isOnce?: boolean
}

/**
 * A mutation that is a command: the same `asked` keeps its id until it has succeeded, so that one whose answer was lost is sent
 * as itself and happens once.
 *
 * @param call sends `asked` under the id; `asked` has to be JSON
 */
export function useCommand<Asked, Result>(
  call: (asked: Asked, id: OpId) => Promise<Result>,
  { onSuccess, onError, isOnce = false }: CommandCallbacks<Result> = {},
): Mutation<[asked: Asked]> {
  const { idOf, forget } = useCommandId()
  return useMutation((asked: Asked) => call(asked, idOf(asked)), {
    onSuccess: (result) => {
      if (!isOnce) forget()
      return onSuccess?.(result)
    },
    onError,
  })
}
