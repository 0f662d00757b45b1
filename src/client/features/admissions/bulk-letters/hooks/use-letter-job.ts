import { useState } from 'react'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { LetterJobKind } from '#shared/admissions/letter-job.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import { checkJob, type JobAsked, type JobChecked, startJob } from '../letter-job.api.ts'

/** Who a kind of letter is for, as far as a list can say. */
const statusOf: Readonly<Record<LetterJobKind, readonly StudentStatus[] | undefined>> = {
  'waiting-list': ['waiting'],
  rejection: ['rejected'],
  'admission-form': undefined,
}

export interface JobDraft {
  kind: LetterJobKind
  grade: string
  year: string
}

const askedOf = ({ kind, grade, year }: JobDraft): JobAsked => ({
  kind,
  whom: {
    filter: {
      ...(statusOf[kind] && { status: [...statusOf[kind]] }),
      ...(grade !== '' && { grade: [grade] }),
      ...(year !== '' && { entryYear: [Number(year)] }),
    },
  },
})

/** Letters for many: first it is said who would get one, then they are issued. Whatever is changed is checked anew. */
export function useLetterJob(onStarted: () => void) {
  const [draft, setDraft] = useState<JobDraft>({ kind: 'waiting-list', grade: '', year: '' })
  const [checked, setChecked] = useState<JobChecked & { commandId: string }>()
  const [failure, setFailure] = useState<MessageId>()
  const [isWorking, setWorking] = useState(false)
  const run = async (work: () => Promise<void>) => {
    if (isWorking) return
    setWorking(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(messageIdOf(error))
    }
    setWorking(false)
  }
  const change = (more: Partial<JobDraft>) => {
    setDraft((known) => ({ ...known, ...more }))
    setChecked(undefined)
    setFailure(undefined)
  }
  const check = () =>
    run(async () => {
      const found = await checkJob(askedOf(draft))
      // Pressed twice, or again after no answer came, it is still one job.
      setChecked({ ...found, commandId: uuidv7(machineClock.nowMs(), machineRandom) })
    })
  const start = () =>
    run(async () => {
      if (!checked) return
      await startJob(askedOf(draft), checked.commandId)
      setChecked(undefined)
      onStarted()
    })
  return { draft, change, checked, failure, isWorking, check, start }
}
