import { useCallback, useState } from 'react'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useCommand } from '#client/platform/use-command.ts'
import type { Guardian, RecordIdentity } from '#shared/students/student-record.contract.ts'
import { readRecord, saveRecord } from '../file.api.ts'

/** What is saved of a record: the child, or all of its guardians. */
export interface Saved {
  identity?: RecordIdentity
  guardians?: Guardian[]
}

/** The live record of a student, and the one way to save it: on the revision that was seen, so that nobody's is overwritten. */
export function useRecord(studentId: string) {
  const question = useCallback(() => readRecord(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  const [isDone, setDone] = useState(false)
  const { mutate, isPending, error, reset } = useCommand(
    ({ revision, saved }: { revision: number; saved: Saved }, commandId) =>
      saveRecord({ student_id: studentId, commandId, revision, ...saved }),
    {
      onSuccess: () => {
        setDone(true)
        again()
      },
      // What is there now has to be seen beside what was typed.
      onError: (why) => why === 'student.changed' && again(),
    },
  )
  const save = (revision: number, saved: Saved) => {
    setDone(false)
    return mutate({ revision, saved })
  }
  return { answer, failure, again, save, isPending, error, reset, isDone }
}

export type Record = ReturnType<typeof useRecord>
