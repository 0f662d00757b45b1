import { useCallback, useState } from 'react'
import { messageIdOf, useAnswer } from '#client/platform/use-answer.ts'
import type { Guardian, RecordIdentity } from '#shared/students/student-record.contract.ts'
import { readRecord, saveRecord } from '../file.api.ts'
import { useSending } from './use-sending.ts'

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
  const { send, isWorking, problem, forget } = useSending(() => {
    setDone(true)
    again()
  })
  const save = (revision: number, saved: Saved) => {
    setDone(false)
    return send({ revision, saved }, async (commandId) => {
      try {
        await saveRecord({ student_id: studentId, commandId, revision, ...saved })
      } catch (error) {
        // What is there now has to be seen beside what was typed.
        if (messageIdOf(error) === 'student.changed') again()
        throw error
      }
    })
  }
  return { answer, failure, again, save, isWorking, problem, forget, isDone }
}

export type Record = ReturnType<typeof useRecord>
