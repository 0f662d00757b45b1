// chunk: desk-parts
import { useState } from 'react'
import type { ReadHead } from '#shared/lists/head-mapping.rules.ts'
import { newCommandId } from '../use-command.ts'
import { useMutation } from '../use-mutation.ts'

/** A file that was sent, with its headings. */
export interface ReadFile<Column extends string> {
  file: File
  heads: readonly ReadHead<Column>[]
  /** Its columns were mapped before, for a file of the same shape. */
  isRemembered: boolean
  /** It can't be read before its columns are mapped. */
  isNeeded: boolean
}

/** What a person says of the headings of a file. */
export type SaidOfHeads<Column extends string> = { head: string; column: Column | null }[]

interface Answer<Column extends string, Unreadable> {
  job: { id: string } | null
  unreadable: Unreadable | null
  heads: readonly ReadHead<Column>[]
  isRemembered: boolean
}

interface Options<Column extends string, Unreadable> {
  /** @param commandId the same for every try of one file */
  send: (file: File, commandId: string, columns?: SaidOfHeads<Column>) => Promise<Answer<Column, Unreadable>>
  maxBytes: number
  /** Said of a file above that; it is not sent. */
  tooLarge: Unreadable
  /** Is told of the job that came of a file. */
  onRead: (id: string) => void
}

/** Sends a file to be checked, again with what a person says of its headings. */
export function useMappedFile<Column extends string, Unreadable>({
  send,
  maxBytes,
  tooLarge,
  onRead,
}: Options<Column, Unreadable>) {
  const [unreadable, setUnreadable] = useState<Unreadable>()
  const [read, setRead] = useState<ReadFile<Column>>()
  const { mutate, isPending, error, reset } = useMutation(
    async (file: File, columns?: SaidOfHeads<Column>) => ({
      file,
      isMapped: columns !== undefined,
      ...(await send(file, newCommandId(), columns)),
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
    const isTooLarge = file.size > maxBytes
    setUnreadable(isTooLarge ? tooLarge : undefined)
    if (isTooLarge) reset()
    else void mutate(file)
  }
  const map = (columns: SaidOfHeads<Column>) => {
    if (read) void mutate(read.file, columns)
  }
  return { check, map, isPending, error, unreadable, read }
}
