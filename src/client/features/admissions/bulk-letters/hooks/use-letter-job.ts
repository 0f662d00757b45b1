import { useState } from 'react'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { LetterJobKind } from '#shared/admissions/letter-job.contract.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import { checkJob, type JobChecked, type JobRequest, startJob } from '../letter-job.api.ts'

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

const requestFrom = ({ kind, grade, year }: JobDraft): JobRequest => ({
  kind,
  whom: {
    filter: {
      ...(statusOf[kind] && { status: [...statusOf[kind]] }),
      ...(grade !== '' && { grade: [grade] }),
      ...(year !== '' && { entryYear: [Number(year)] }),
    },
  },
})

/** Letters for many: first it is said who would get one, then they are issued. Whatever is changed is checked again. */
export function useLetterJob(onStarted: () => void) {
  const [draft, setDraft] = useState<JobDraft>({ kind: 'waiting-list', grade: '', year: '' })
  const [checked, setChecked] = useState<JobChecked & { commandId: string }>()
  const checking = useMutation(checkJob, {
    // Pressed twice, or again after no answer came, it is still one job.
    onSuccess: (found) => setChecked({ ...found, commandId: newCommandId() }),
  })
  const starting = useMutation(startJob, {
    onSuccess: () => {
      setChecked(undefined)
      onStarted()
    },
  })
  const change = (more: Partial<JobDraft>) => {
    setDraft((known) => ({ ...known, ...more }))
    setChecked(undefined)
    checking.reset()
    starting.reset()
  }
  const check = () => {
    starting.reset()
    return checking.mutate(requestFrom(draft))
  }
  const start = () => {
    checking.reset()
    return checked ? starting.mutate(requestFrom(draft), checked.commandId) : Promise.resolve(false)
  }
  return {
    draft,
    change,
    checked,
    error: checking.error ?? starting.error,
    isPending: checking.isPending || starting.isPending,
    check,
    start,
  }
}
