import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { PhoneLink } from '#client/ui/phone-link.tsx'
import { calendarFile } from '#shared/admissions/appointment.rules.ts'
import type { AppointmentPage } from '#shared/admissions/appointment-booking.contract.ts'
import { useDayText } from '../hooks/use-day-text.ts'
import css from './appointments.module.css'

interface OwnTimeProps {
  page: AppointmentPage
  booking: NonNullable<AppointmentPage['booking']>
  isWorking: boolean
  onCancel: () => void
}

/** What is booked: when, where, for the calendar, and until when it may be changed. */
export function OwnTime({ page, booking, isWorking, onCancel }: OwnTimeProps) {
  const { t } = useTranslation('admissions.appointments')
  const format = useFormat()
  const dayWords = useDayText()
  const phone = useAtomValue(schoolAtom)?.contact?.phone ?? ''
  const { startsAt, endsAt, room, onlineLink, mayChange, changeUntil } = booking
  return (
    <div className={css.card} data-mine>
      <p>
        <strong>
          <bdi>{dayWords(startsAt)}</bdi>{' '}
          <bdi dir="ltr" className="num">
            {format.time(startsAt)}–{format.time(endsAt)}
          </bdi>
        </strong>
      </p>
      <p>{room ? <bdi>{room}</bdi> : t(onlineLink ? 'family.online' : 'family.school')}</p>
      {onlineLink && (
        <p>
          <a href={onlineLink} rel="noreferrer">
            <bdi dir="ltr">{onlineLink}</bdi>
          </a>
        </p>
      )}
      <p className={css.soft}>
        {mayChange ? t('family.until', { at: format.dateTime(changeUntil) }) : t('family.tooLate')}{' '}
        {!mayChange && phone !== '' && <PhoneLink phone={phone} />}
      </p>
      <div className={css.actions}>
        <button type="button" className={css.link} onClick={() => save(page, booking, t(`kind.${page.kind}`))}>
          {t('family.calendar')}
        </button>
        {mayChange && (
          <button type="button" className={css.time} aria-busy={isWorking || undefined} onClick={onCancel}>
            {t('family.cancel')}
          </button>
        )}
      </div>
    </div>
  )
}

/** Gives the browser a file for calendars. */
function save({ subject }: AppointmentPage, booking: OwnTimeProps['booking'], kind: string): void {
  const { id, startsAt, endsAt, room, onlineLink } = booking
  const text = calendarFile({
    uid: `${id}@${location.hostname}`,
    title: `${kind}: ${subject}`,
    place: room || onlineLink,
    note: onlineLink,
    startsAt,
    endsAt,
    stampedAt: startsAt,
  })
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'appointment.ics'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
