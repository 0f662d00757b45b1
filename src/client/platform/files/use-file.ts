// chunk: desk-parts
import { useState } from 'react'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { useMutation } from '../use-mutation.ts'
import { saveFile } from './save-file.ts'

/** Asks for a file and hands it to the browser, which saves it. */
export function useFile() {
  const [isDone, setIsDone] = useState(false)
  const { mutate, isPending, error } = useMutation(
    async (fetchFile: () => Promise<FileReply>) => {
      setIsDone(false)
      saveFile(await fetchFile())
    },
    { onSuccess: () => setIsDone(true) },
  )
  return { save: mutate, isPending, error, isDone }
}
