import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { useNow } from '#client/platform/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { StudentAppointments } from '#shared/admissions/appointment.contract.ts'
import { type AppointmentOutcome, appointmentOutcomes } from '#shared/admissions/appointment.rules.ts'
import { settle } from '../appointment.api.ts'
import css from './appointments.module.css'

interface CardProps {
  studentId: string
  booking: StudentAppointments['bookings'][number]
  onDone: (seen: StudentAppointments) => void
}

/** One booking: when and where, and what came of it. */
export function BookingCard({ studentId, booking, onDone }: CardProps) {
  const { t } = useTranslation('admissions.appointments')
  const format = useFormat()
  const nowMs = useNow(60_000)
  const { kind, state, slot, outcome, note } = booking
  const isBegun = Date.parse(slot.startsAt) <= nowMs
  return (
    <li className={css.card} data-over={state === 'moved' || state === 'cancelled' || undefined}>
      <p>
        <strong>{t(`kind.${kind}`)}</strong> · <bdi>{format.dateTime(slot.startsAt)}</bdi>
        {slot.room && (
          <>
            {' '}
            · <bdi>{slot.room}</bdi>
          </>
        )}
      </p>
      <p>
        <span className={css.chip} data-state={state}>
          {t(`state.${state}`)}
        </span>{' '}
        {outcome && t(`outcome.${outcome}`)}
      </p>
      {note && (
        <p className={css.note}>
          <bdi>{note}</bdi>
        </p>
      )}
      {(state === 'held' || state === 'no-show') && (
        <details className={css.more}>
          <summary>{t('putRight')}</summary>
          <Settle key={booking.revision} studentId={studentId} booking={booking} isBegun onDone={onDone} />
        </details>
      )}
      {state === 'booked' && <Settle studentId={studentId} booking={booking} isBegun={isBegun} onDone={onDone} />}
    </li>
  )
}

/** Records what came of a booking, or cancels one that has not begun. */
export function Settle({ studentId, booking, isBegun, onDone }: CardProps & { isBegun: boolean }) {
  const { t } = useTranslation('admissions.appointments')
  const errorText = useErrorText()
  const [outcome, setOutcome] = useState<AppointmentOutcome>(booking.outcome ?? 'positive')
  // What was said before is put right with a reason.
  const isCorrection = booking.state !== 'booked'
  const [note, setNote] = useState('')
  const { mutate, error, isPending } = useMutation(settle, { onSuccess: onDone })
  const say = (to: 'held' | 'no-show' | 'cancelled') =>
    void mutate({
      student_id: studentId,
      id: booking.id,
      revision: booking.revision,
      to,
      outcome: to === 'held' ? outcome : null,
      note,
    })
  const isSilent = isCorrection && note.trim() === ''
  return (
    <div className={css.actions}>
      {isBegun ? (
        <>
          <OutcomeField value={outcome} onChange={setOutcome} />
          <TextField label={t(isCorrection ? 'why' : 'note')} maxLength={2000} value={note} onChange={setNote} />
          <Button kind="main" disabled={isSilent} isWorking={isPending} onClick={() => say('held')}>
            {t('do.held')}
          </Button>
          <Button disabled={isSilent} isWorking={isPending} onClick={() => say('no-show')}>
            {t('do.no-show')}
          </Button>
        </>
      ) : (
        <Button isWorking={isPending} onClick={() => say('cancelled')}>
          {t('do.cancelled')}
        </Button>
      )}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </div>
  )
}

interface OutcomeProps {
  value: AppointmentOutcome
  onChange: (value: AppointmentOutcome) => void
}

function OutcomeField({ value, onChange }: OutcomeProps) {
  const { t } = useTranslation('admissions.appointments')
  return (
    <ChoiceField
      label={t('came')}
      values={appointmentOutcomes}
      nameOf={(each) => t(`outcome.${each}`)}
      value={value}
      onChange={onChange}
    />
  )
}
