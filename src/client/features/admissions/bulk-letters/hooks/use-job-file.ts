import { useState } from 'react'
import { refusedBecause } from '#client/platform/refused.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { type JobFileKind, saveJob } from '../letter-job.api.ts'

/** Has the file of a job made and saves it; one at a time. */
export function useJobFile(id: string) {
  const [as, setAs] = useState<JobFileKind>('print')
  const { mutate, isPending, error } = useMutation(
    (wanted: JobFileKind, leavesOut: boolean) => {
      setAs(wanted)
      return saveJob(id, wanted, leavesOut)
    },
    {
      reasonOf: (thrown: unknown) => {
        const { messageId, field } = refusedBecause(thrown)
        /** Of the letters whose paper could not be made. */
        const references: readonly string[] = field?.split(' ') ?? []
        return { messageId, references }
      },
    },
  )
  return {
    isPending,
    failure: error && { ...error, as },
    save: (wanted: JobFileKind, leavesOut = false) => mutate(wanted, leavesOut),
  }
}
