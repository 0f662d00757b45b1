import { useRef, useState } from 'react'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { useBusy } from './page/use-busy.ts'
import { messageIdOf } from './use-answer.ts'

/** One thing at a time that this page does at the server: whether it works on it, and what went wrong last. */
export function useDeed<T>(onDone: (answer: T) => void) {
  const [problem, setProblem] = useState<MessageId>()
  const [isWorking, setIsWorking] = useState(false)
  useBusy(isWorking)
  const run = async (deed: () => Promise<T>): Promise<boolean> => {
    if (isWorking) return false
    setIsWorking(true)
    setProblem(undefined)
    try {
      onDone(await deed())
      return true
    } catch (error) {
      setProblem(messageIdOf(error))
      return false
    } finally {
      setIsWorking(false)
    }
  }
  return { run, problem, isWorking }
}

/** The id of a command: the same as long as the same is asked, so that one whose answer was lost is sent as itself. */
export function useCommandId(): (asked: unknown) => OpId {
  const sent = useRef<{ of: string; id: OpId }>(undefined)
  return (asked) => {
    const of = JSON.stringify(asked)
    if (sent.current?.of !== of) {
      sent.current = { of, id: OpId.parse(uuidv7(machineClock.nowMs(), machineRandom)) }
    }
    return sent.current.id
  }
}
