import { useCallback, useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { messageIdOf, useAnswer } from '#client/platform/use-answer.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { DocumentAct, DocumentItem } from '#shared/documents/document.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { decideOn, readDocuments } from '../document.api.ts'

export type Decided = Exclude<DocumentAct, 'upload'>
export interface Said {
  reason?: string
  note?: string
  day?: string
}

/** One student's documents, as `read` gives them, and the one way to decide on them. A decision whose answer was lost is sent as the same one. */
export function useDocuments(studentId: string, read = readDocuments) {
  const question = useCallback(() => read(studentId), [studentId, read])
  const { answer, failure, again } = useAnswer(question)
  const [problem, setProblem] = useState<MessageId>()
  /** The document of the last decision, and what came of it. */
  const [doneWith, setDoneWith] = useState<string>()
  const [isWorking, setIsWorking] = useState(false)
  const [sent, setSent] = useState<{ of: string; commandId: OpId }>()
  useBusy(isWorking)
  const decide = async ({ type, revision }: DocumentItem, act: Decided, said: Said = {}): Promise<boolean> => {
    if (isWorking) return false
    const asked = { student_id: studentId, type: type.code, revision, act, ...said }
    const of = JSON.stringify(asked)
    const commandId = sent?.of === of ? sent.commandId : OpId.parse(uuidv7(machineClock.nowMs(), machineRandom))
    setSent({ of, commandId })
    setIsWorking(true)
    setDoneWith(undefined)
    setProblem(undefined)
    try {
      await decideOn({ ...asked, commandId })
      setDoneWith(type.code)
      again()
      return true
    } catch (error) {
      const found = messageIdOf(error)
      setProblem(found)
      if (found === 'document.changed') again()
      return false
    } finally {
      setIsWorking(false)
    }
  }
  return { answer, failure, again, decide, problem, doneWith, isWorking }
}

export type Documents = ReturnType<typeof useDocuments>
