import { useState } from 'react'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { maxImportBytes } from '#shared/admissions/import/import-columns.rules.ts'
import type { Unreadable } from '#shared/admissions/import/student-import.contract.ts'
import { checkFile } from '../student-import.api.ts'

/** Sends a file to be judged. `onRead` is told of the job that came of it. */
export function useCheck(onRead: (id: string) => void) {
  const [unreadable, setUnreadable] = useState<Unreadable>()
  const { mutate, isPending, error, reset } = useMutation((file: File) => checkFile(file, newCommandId()), {
    onSuccess: (read) => {
      setUnreadable(read.unreadable ?? undefined)
      if (read.job) onRead(read.job.id)
    },
  })
  const check = (file: File) => {
    const isTooLarge = file.size > maxImportBytes
    setUnreadable(isTooLarge ? { why: 'too-large', columns: [] } : undefined)
    if (isTooLarge) reset()
    else void mutate(file)
  }
  return { check, isPending, error, unreadable }
}
