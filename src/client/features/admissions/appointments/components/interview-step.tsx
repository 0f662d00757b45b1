import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useNow } from '#client/platform/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { StudentAppointments } from '#shared/admissions/appointment.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { readAppointments } from '../appointment.api.ts'
import { useInterviewMail } from '../hooks/use-interview-mail.ts'
import css from './appointments.module.css'
import { Settle } from './booking-card.tsx'

/** How often a family was asked here: what is shown of its appointments has to be read again. */
const askedAtom = atom(0)

interface StepProps {
  studentId: string
  /** The interview has been held: the file has to be read again. */
  onHeld: () => void
}

/** The next step of an interview, where the file opens: the family is asked for a time, or the outcome is recorded. */
export const InterviewStep = (props: StepProps) => <Step key={useAtomValue(askedAtom)} {...props} />

function Step({ studentId, onHeld }: StepProps) {
  const question = useCallback(() => readAppointments(studentId), [studentId])
  const { answer } = useAnswer(question)
  const [newer, setNewer] = useState<StudentAppointments>()
  const nowMs = useNow(30_000)
  const seen = newer ?? answer
  if (!seen) return null
  const booking = seen.bookings.find(({ kind, state }) => kind === 'interview' && state === 'booked')
  if (!booking) return <AskForTime studentId={studentId} seen={seen} onAsked={setNewer} />
  if (Date.parse(booking.slot.startsAt) > nowMs) return null
  const settled = (next: StudentAppointments) => {
    setNewer(next)
    onHeld()
  }
  return <Settle key={booking.revision} studentId={studentId} booking={booking} isBegun onDone={settled} />
}

interface AskProps {
  studentId: string
  seen: StudentAppointments
  onAsked: (seen: StudentAppointments) => void
}

/** Mails the family a link to choose a time by; says so where one is on its way, and why where none could be sent. */
function AskForTime({ studentId, seen: { contact, free, links }, onAsked }: AskProps) {
  const { t } = useTranslation('admissions.appointments')
  const { ask, error, isPending } = useInterviewMail(studentId, onAsked)
  const open = links.find(({ kind, state }) => kind === 'interview' && (state === 'waiting' || state === 'opened'))
  const to = contact && free.some(({ kind }) => kind === 'interview') ? contact : undefined
  return (
    <>
      {open ? (
        <p className={css.soft} role="status">
          {t('ask.waits', { guardian: `\u2068${open.guardian}\u2069` })}
        </p>
      ) : (
        to && (
          <Button kind="main" isWorking={isPending} onClick={() => void ask(to)}>
            {t('ask.family')}
          </Button>
        )
      )}
      <NotMailed error={error} />
    </>
  )
}

function NotMailed({ error }: { error: MessageId | undefined }) {
  const errorText = useErrorText()
  return error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>
}

interface ShortlistProps {
  studentId: string
  isWorking: boolean
  /** Takes the step; false where it was refused. */
  take: () => Promise<boolean>
}

/** Shortlists the child and mails its family a link to choose a time for the interview; nothing where nobody can be asked. */
export function ShortlistAndAsk({ studentId, isWorking, take }: ShortlistProps) {
  const { t } = useTranslation('admissions.appointments')
  const question = useCallback(() => readAppointments(studentId), [studentId])
  const { answer } = useAnswer(question)
  const setAsked = useSetAtom(askedAtom)
  const { ask, forget, error, isPending } = useInterviewMail(studentId, () => setAsked((count) => count + 1))
  const to = answer?.free.some(({ kind }) => kind === 'interview') ? answer.contact : null
  if (!to || !answer || answer.bookings.length > 0 || answer.links.length > 0) return null
  const act = async () => {
    forget()
    if (await take()) await ask(to)
  }
  return (
    <>
      <Button kind="main" isWorking={isWorking || isPending} onClick={() => void act()}>
        {t('ask.shortlist')}
      </Button>
      <NotMailed error={error} />
    </>
  )
}
