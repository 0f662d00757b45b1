import { useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { largestImport } from '#shared/admissions/import/import-columns.rules.ts'
import type { Unreadable } from '#shared/admissions/import/student-import.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { checkFile } from '../student-import.api.ts'

interface Checking {
  isWorking: boolean
  unreadable?: Unreadable
  failure?: MessageId
}

/** Sends a file to be judged. `onRead` is told of the job that came of it. */
export function useCheck(onRead: (id: string) => void) {
  const [state, setState] = useState<Checking>({ isWorking: false })
  useBusy(state.isWorking)
  const check = async (file: File) => {
    if (file.size > largestImport) return setState({ isWorking: false, unreadable: { why: 'too-large', columns: [] } })
    setState({ isWorking: true })
    try {
      const { job, unreadable } = await checkFile(file, uuidv7(machineClock.nowMs(), machineRandom))
      setState({ isWorking: false, ...(unreadable && { unreadable }) })
      if (job) onRead(job.id)
    } catch (error) {
      setState({ isWorking: false, failure: messageIdOf(error) })
    }
  }
  return { ...state, check }
}
