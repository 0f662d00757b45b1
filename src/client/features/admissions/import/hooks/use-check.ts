import { useState } from 'react'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { type ImportColumn, maxImportBytes } from '#shared/admissions/import/import-columns.rules.ts'
import type { HeadOfFile, Unreadable } from '#shared/admissions/import/student-import.contract.ts'
import { checkFile } from '../student-import.api.ts'

/** A file that was sent, with its headings. */
export interface ReadFile {
  file: File
  heads: readonly HeadOfFile[]
  /** Its columns were mapped before, for a file of the same shape. */
  isRemembered: boolean
  /** It can't be read before its columns are mapped. */
  isNeeded: boolean
}

/** Sends a file to be judged. `onRead` is told of the job that came of it. */
export function useCheck(onRead: (id: string) => void) {
  const [unreadable, setUnreadable] = useState<Unreadable>()
  const [read, setRead] = useState<ReadFile>()
  const { mutate, isPending, error, reset } = useMutation(
    async (file: File, columns?: Parameters<typeof checkFile>[2]) => ({
      file,
      isMapped: columns !== undefined,
      ...(await checkFile(file, newCommandId(), columns)),
    }),
    {
      onSuccess: ({ file, isMapped, job, unreadable: why, heads, isRemembered }) => {
        setUnreadable(why ?? undefined)
        // Once a person has mapped the columns, the outcome alone is shown.
        setRead(job && isMapped ? undefined : { file, heads, isRemembered, isNeeded: heads.length > 0 && job === null })
        if (job) onRead(job.id)
      },
    },
  )
  const check = (file: File) => {
    setRead(undefined)
    const isTooLarge = file.size > maxImportBytes
    setUnreadable(isTooLarge ? { why: 'too-large', columns: [] } : undefined)
    if (isTooLarge) reset()
    else void mutate(file)
  }
  const map = (columns: { head: string; column: ImportColumn | null }[]) => {
    if (read) void mutate(read.file, columns)
  }
  return { check, map, isPending, error, unreadable, read }
}
