import { useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { type Deed, decideOnMessage } from '../message.api.ts'

/** Stops or sends one message; asked again with the same words it is the same command, which happens once. */
export function useMessageDeed(messageId: string, onDone: () => void) {
  const [isWorking, setIsWorking] = useState(false)
  const [problem, setProblem] = useState<MessageId>()
  const [sent, setSent] = useState<{ of: string; commandId: OpId }>()
  useBusy(isWorking)
  const carryOut = async (deed: Deed, reason: string): Promise<boolean> => {
    if (isWorking) return false
    const of = JSON.stringify([messageId, deed, reason])
    const attempt = sent?.of === of ? sent : { of, commandId: OpId.parse(uuidv7(machineClock.nowMs(), machineRandom)) }
    setSent(attempt)
    setIsWorking(true)
    setProblem(undefined)
    try {
      await decideOnMessage({ messageId, deed, reason, commandId: attempt.commandId })
      onDone()
      return true
    } catch (error) {
      setProblem(messageIdOf(error))
      // What is there now has to be seen; the reason stays as it was written.
      if (messageIdOf(error) === 'message.over') onDone()
      return false
    } finally {
      setIsWorking(false)
    }
  }
  return { isWorking, problem, carryOut }
}
