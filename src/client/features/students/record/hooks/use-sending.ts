import { useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'

/** A fresh id, made where the deed is done. */
export const newId = () => OpId.parse(uuidv7(machineClock.nowMs(), machineRandom))

/** Sends one deed at a time; the same deed once more has the same id, so that it happens once. */
export function useSending(onDone: () => void) {
  const [isWorking, setWorking] = useState(false)
  const [problem, setProblem] = useState<MessageId>()
  const [sent, setSent] = useState<{ of: string; id: OpId }>()
  useBusy(isWorking)
  /** @returns whether it was taken */
  const send = async (of: object, deed: (id: OpId) => Promise<unknown>): Promise<boolean> => {
    if (isWorking) return false
    const key = JSON.stringify(of)
    const id = sent?.of === key ? sent.id : newId()
    setSent({ of: key, id })
    setWorking(true)
    setProblem(undefined)
    try {
      await deed(id)
      setSent(undefined)
      onDone()
      return true
    } catch (error) {
      setProblem(messageIdOf(error))
      return false
    } finally {
      setWorking(false)
    }
  }
  return { send, isWorking, problem, forget: () => setProblem(undefined) }
}
