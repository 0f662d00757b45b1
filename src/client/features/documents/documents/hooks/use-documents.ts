import { useCallback, useState } from 'react'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useCommand } from '#client/platform/use-command.ts'
import type { DocumentAct, DocumentItem } from '#shared/documents/document.contract.ts'
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
  /** The document of the last decision, and what came of it. */
  const [doneWith, setDoneWith] = useState<string>()
  const { mutate, isPending, error } = useCommand(
    (decision: Omit<Parameters<typeof decideOn>[0], 'commandId'>, commandId) => {
      setDoneWith(undefined)
      return decideOn({ ...decision, commandId })
    },
    { onError: (why) => why === 'document.changed' && again() },
  )
  const decide = async ({ type, revision }: DocumentItem, act: Decided, said: Said = {}): Promise<boolean> => {
    const isDone = await mutate({ student_id: studentId, type: type.code, revision, act, ...said })
    if (isDone) {
      setDoneWith(type.code)
      again()
    }
    return isDone
  }
  return { answer, failure, again, decide, error, doneWith, isPending }
}

export type Documents = ReturnType<typeof useDocuments>
