import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { businessDay, dayAfter } from '#shared/kernel/time.ts'
import { readDays, removeSlot, type SlotDays } from './appointment.api.ts'
import css from './components/appointments.module.css'
import { CalendarLinkCard } from './components/calendar-link-card.tsx'
import { MakeForm } from './components/make-form.tsx'
import { useDayText } from './hooks/use-day-text.ts'

/** So many days are shown at a time. */
const shownDays = 14

/** When families are met, day by day, and who comes. */
export function AppointmentsScreen() {
  const { t } = useTranslation('admissions.appointments')
  const errorText = useErrorText()
  const zone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const { kind, user } = useAtomValue(sessionAtom)
  const [first, setFirst] = useState(() => businessDay(machineClock.nowMs(), zone, 0))
  const question = useCallback(() => readDays(first, dayAfter(first, shownDays - 1)), [first])
  const { answer, failure, again } = useAnswer(question)
  const [made, setMade] = useState<number>()
  const mayMake = hasScopedPermission(kind, user?.authority ?? [], 'appointments.manage')
  return (
    <ListFrame
      title={t('title')}
      tools={
        <div className={css.span}>
          <Button onClick={() => setFirst(dayAfter(first, -shownDays))}>{t('earlier')}</Button>
          <DateField label={t('from')} value={first} onChange={(day) => day !== '' && setFirst(day)} />
          <Button onClick={() => setFirst(dayAfter(first, shownDays))}>{t('later')}</Button>
        </div>
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={!answer && !failure ? t('loading') : undefined}
      empty={answer?.slots.length === 0 ? { title: t('empty.title'), text: t('empty.text') } : undefined}
    >
      <InlineNotice tone="success">{made !== undefined && t('made', { count: made })}</InlineNotice>
      {answer && mayMake && (
        <MakeForm
          first={first}
          staff={answer.staff}
          onMade={(count) => {
            setMade(count)
            again()
          }}
        />
      )}
      <CalendarLinkCard />
      {answer && <Days answer={answer} mayMake={mayMake} again={again} />}
    </ListFrame>
  )
}

function Days({ answer, mayMake, again }: { answer: SlotDays; mayMake: boolean; again: () => void }) {
  const { t } = useTranslation('admissions.appointments')
  const dayWords = useDayText()
  const days = Map.groupBy(answer.slots, ({ startsAt }) => dayWords(startsAt))
  return (
    <div className={css.section}>
      {[...days].map(([day, slots]) => (
        <section key={day} aria-label={day}>
          <h2 className={css.day}>
            <bdi>{day}</bdi>
          </h2>
          <ul className={`${css.list} ${css.slots}`}>
            {slots.map((slot) => (
              <SlotCard key={slot.id} slot={slot} mayMake={mayMake} again={again} />
            ))}
          </ul>
        </section>
      ))}
      {answer.hasMore && <p className={css.soft}>{t('hasMore')}</p>}
    </div>
  )
}

interface SlotProps {
  slot: SlotDays['slots'][number]
  mayMake: boolean
  again: () => void
}

function SlotCard({ slot, mayMake, again }: SlotProps) {
  const { t } = useTranslation('admissions.appointments')
  const format = useFormat()
  const pick = useBilingual()
  const errorText = useErrorText()
  const { mutate, error, isPending } = useMutation(removeSlot, { onSuccess: again })
  const { id, kind, startsAt, endsAt, room, campus, interviewers, capacity, taken, bookings } = slot
  const where = [room, campus, ...interviewers.map(({ name }) => pick(name))].filter(Boolean)
  return (
    <li className={css.card}>
      <p>
        <bdi dir="ltr" className="num">
          {format.time(startsAt)}–{format.time(endsAt)}
        </bdi>{' '}
        <strong>{t(`kind.${kind}`)}</strong> <span className={css.soft}>{t('takenOf', { taken, capacity })}</span>
      </p>
      {where.length > 0 && (
        <p className={css.soft}>
          {where.map((each, place) => (
            <bdi key={each}>{place === 0 ? each : ` · ${each}`}</bdi>
          ))}
        </p>
      )}
      <Booked bookings={bookings} />
      {mayMake && taken === 0 && (
        <div className={css.actions}>
          <Button
            isWorking={isPending}
            aria-label={`${t('takeAway')}: ${format.dateTime(startsAt)}`}
            onClick={() => void mutate(id)}
          >
            {t('takeAway')}
          </Button>
        </div>
      )}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </li>
  )
}

/** Who comes, and whether they did. */
function Booked({ bookings }: Pick<SlotProps['slot'], 'bookings'>) {
  const { t, i18n } = useTranslation('admissions.appointments')
  return bookings.map(({ id, student, state, isEnquiry }) => {
    const names = [student.student_name, student.student_name_ar]
    const [name = student.registration_id] = (i18n.language === 'ar' ? names.toReversed() : names).filter(Boolean)
    return (
      <p key={id}>
        {isEnquiry ? (
          <Link to="/enquiries" search={{ status: 'all', open: student.student_id }} className={css.name}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <Link
            to="/student/$id"
            params={{ id: student.student_id }}
            search={{ part: 'appointments' }}
            className={css.name}
          >
            <bdi>{name}</bdi>
          </Link>
        )}{' '}
        <span className={css.chip} data-state={state}>
          {t(`state.${state}`)}
        </span>
      </p>
    )
  })
}
