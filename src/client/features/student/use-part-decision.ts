import { useState } from 'react'
import type { StudentRow } from '#shared/contract/student.ts'
import type { StudentFile } from './student.api.ts'
import { type Decision, useDecision } from './use-decision.ts'

interface PartEvents {
  /** The file has to be read again: something was done, or somebody else was faster. */
  onStale: () => void
  /** What the student is now. */
  onChanged?: ((student: StudentRow) => void) | undefined
}

/**
 * Decisions of one part of a file, where one follows another before the file has been read again: the next is made on what the
 * server has just answered, not on what stood there before.
 */
export function usePartDecision({ onStale, onChanged }: PartEvents): Decision {
  const [answered, setAnswered] = useState<StudentRow>()
  const decision = useDecision({
    onDone: (student) => {
      setAnswered(student)
      onChanged?.(student)
      onStale()
    },
    onClash: onStale,
  })
  const asAnswered = (file: StudentFile): StudentFile =>
    answered?.student_id === file.student.student_id && answered.revision > file.student.revision
      ? { ...file, student: answered }
      : file
  return { ...decision, send: (file, change) => decision.send(asAnswered(file), change) }
}
