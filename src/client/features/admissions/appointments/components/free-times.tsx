import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import type { AppointmentPage } from '#shared/admissions/appointment-booking.contract.ts'
import { useDayText } from '../hooks/use-day-text.ts'
import css from './appointments.module.css'

interface FreeTimesProps {
  slots: AppointmentPage['slots']
  /** Something is booked, which another time takes the place of. */
  isMoving: boolean
  isWorking: boolean
  onChoose: (slotId: string) => void
}

/** The times that are free, day by day; one press books. */
export function FreeTimes({ slots, isMoving, isWorking, onChoose }: FreeTimesProps) {
  const { t } = useTranslation('admissions.appointments')
  const format = useFormat()
  const dayWords = useDayText()
  const days = Map.groupBy(slots, ({ startsAt }) => dayWords(startsAt))
  if (slots.length === 0) return isMoving ? null : <p>{t('family.noneFree')}</p>
  return (
    <div>
      <p>{t(isMoving ? 'family.move' : 'family.choose')}</p>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className={css.day}>
            <bdi>{day}</bdi>
          </h2>
          <ul className={css.times}>
            {ofDay.map(({ id, startsAt, endsAt, room }) => (
              <li key={id}>
                <button
                  type="button"
                  className={css.time}
                  aria-busy={isWorking || undefined}
                  aria-label={`${format.time(startsAt)}–${format.time(endsAt)}, ${day}${room ? `, ${room}` : ''}`}
                  onClick={() => onChoose(id)}
                >
                  <bdi dir="ltr" className="num">
                    {format.time(startsAt)}–{format.time(endsAt)}
                  </bdi>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
