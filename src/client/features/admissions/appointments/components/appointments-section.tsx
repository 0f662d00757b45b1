import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { Slot, StudentAppointments } from '#shared/admissions/appointment.contract.ts'
import { book, readAppointments } from '../appointment.api.ts'
import css from './appointments.module.css'
import { BookingCard } from './booking-card.tsx'
import { LinkForm } from './link-form.tsx'
import type { PartProps } from './part.types.ts'

/** When a child's family comes, or came. Load the words of `appointment` before. */
export function AppointmentsSection({ studentId }: { studentId: string }) {
  const { t } = useTranslation('admissions.appointments')
  const errorText = useErrorText()
  const question = useCallback(() => readAppointments(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  const [newer, setNewer] = useState<StudentAppointments>()
  const seen = newer ?? answer
  return (
    <div className={css.section}>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!seen && !failure && <Loading>{t('loading')}</Loading>}
      {seen && (
        <>
          {seen.bookings.length === 0 && <p className={css.soft}>{t('none')}</p>}
          <ul className={css.list}>
            {seen.bookings.map((booking) => (
              <BookingCard key={booking.id} studentId={studentId} booking={booking} onDone={setNewer} />
            ))}
          </ul>
          <BookForm studentId={studentId} seen={seen} onDone={setNewer} />
          <LinkForm studentId={studentId} seen={seen} onDone={setNewer} />
        </>
      )}
    </div>
  )
}

/** Books a free slot; what was booked of that kind is moved. */
function BookForm({ studentId, seen, onDone }: PartProps) {
  const { t } = useTranslation('admissions.appointments')
  const format = useFormat()
  const errorText = useErrorText()
  const [slotId, setSlotId] = useState('')
  const { mutate, error, isPending } = useCommand(
    (booking: Omit<Parameters<typeof book>[0], 'commandId'>, commandId) => book({ ...booking, commandId }),
    {
      onSuccess: (next) => {
        setSlotId('')
        onDone(next)
      },
    },
  )
  const nameOf = ({ kind, startsAt, room, capacity, taken }: Slot) =>
    [t(`kind.${kind}`), format.dateTime(startsAt), room, t('left', { count: capacity - taken })]
      .filter(Boolean)
      .join(' · ')
  if (seen.free.length === 0) return <p className={css.soft}>{t('noneFree')}</p>
  return (
    <form
      className={css.form}
      aria-label={t('book')}
      onSubmit={(event) => {
        event.preventDefault()
        void mutate({ student_id: studentId, slotId })
      }}
    >
      <SelectField label={t('slot')} required value={slotId} onChange={setSlotId}>
        <option value="">{t('choose')}</option>
        {seen.free.map((slot) => (
          <option key={slot.id} value={slot.id}>
            {nameOf(slot)}
          </option>
        ))}
      </SelectField>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <Button type="submit" isWorking={isPending}>
        {t('book')}
      </Button>
    </form>
  )
}
