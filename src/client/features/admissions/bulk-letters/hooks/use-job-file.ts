import { useState } from 'react'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { type JobFileKind, saveJob } from '../letter-job.api.ts'

interface Failure {
  messageId: MessageId
  /** Of the letters whose paper could not be made. */
  references: readonly string[]
  as: JobFileKind
}

/** Has the file of a job made and saves it; one at a time. */
export function useJobFile(id: string) {
  /** Undefined while nothing is being made. */
  const [wanted, setWanted] = useState<JobFileKind>()
  const [failure, setFailure] = useState<Failure>()
  const save = async (as: JobFileKind, leavesOut = false) => {
    if (wanted) return
    setWanted(as)
    setFailure(undefined)
    try {
      await saveJob(id, as, leavesOut)
    } catch (error) {
      const references = error instanceof AppError ? (error.field?.split(' ') ?? []) : []
      setFailure({ messageId: messageIdOf(error), references, as })
    }
    setWanted(undefined)
  }
  return { wanted, failure, save }
}
