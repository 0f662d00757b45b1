import { useState } from 'react'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { useBusy } from '../page/use-busy.ts'
import { messageIdOf } from '../use-answer.ts'
import { saveFile } from './save-file.ts'

/** Asks for a file and hands it to the browser, which saves it. */
export function useFile() {
  const [state, setState] = useState<{ isWorking: boolean; isDone?: true; problem?: MessageId }>({ isWorking: false })
  useBusy(state.isWorking)
  const save = async (fetchFile: () => Promise<FileReply>) => {
    setState({ isWorking: true })
    try {
      saveFile(await fetchFile())
      setState({ isWorking: false, isDone: true })
    } catch (error) {
      setState({ isWorking: false, problem: messageIdOf(error) })
    }
  }
  return { ...state, save }
}
