import { Link } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { namesOf } from '#client/features/students/record/student-names.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import frame from '#client/ui/tables/list-frame.module.css'
import list from '#client/ui/tables/list-table.module.css'
import type { SeatCategorySeats } from '#shared/students/seat.contract.ts'
import { setSeats } from '../../student-file/student.api.ts'
import { changeIn, draftOf, freeSeats, type SeatDraft } from '../seat-draft.ts'
import css from './seat-line.module.css'

interface SeatLineProps {
  place: SeatCategorySeats
  /** Which of the two this person may change. */
  may: Record<keyof SeatDraft, boolean>
  /** After it was saved, or somebody else was faster: the plan has to be read again. */
  onChanged: () => void
  /** The waiting list is asked for. */
  onWaiting: () => void
}

/** One place: how many seats it has, who holds them, what is free. Changed where it stands. */
export function SeatLine({ place, may, onChanged, onWaiting }: SeatLineProps) {
  const { t, i18n } = useTranslation('students')
  const { grade, year } = useStudentText()
  const free = freeSeats(place)
  return (
    <tr>
      <th scope="row">
        {grade(place.grade)}{' '}
        <small className={common.soft}>
          <bdi>{year(place.entryYear)}</bdi>
        </small>
        {(place.campus || place.stream) && (
          <small className={common.soft}>
            <bdi>{[place.campus, place.stream].filter(Boolean).join(' · ')}</bdi>
          </small>
        )}
      </th>
      <td colSpan={2}>
        {may.seats || may.overOffer ? (
          <SeatForm key={place.revision} place={place} may={may} onChanged={onChanged} />
        ) : (
          t('seats.stands', { seats: place.seats, over: place.overOffer })
        )}
      </td>
      <td>{t('seats.taken', { held: place.held, firm: place.firm })}</td>
      <td data-none={free <= 0 || undefined} className={css.free}>
        {place.revision === 0 ? t('seats.uncounted') : t('seats.free', { count: Math.max(0, free) })}
      </td>
      <td>
        {place.waiting > 0 && (
          <button type="button" className={list.open} onClick={onWaiting}>
            {t('seats.waiting', { count: place.waiting })}
          </button>
        )}
        {place.next && (
          <Link to="/student/$id" params={{ id: place.next.student_id }} className={css.next}>
            {t('seats.next', { name: namesOf(place.next, i18n.language)[0] ?? place.next.registration_id })}
          </Link>
        )}
      </td>
    </tr>
  )
}

function SeatForm({ place, may, onChanged }: Omit<SeatLineProps, 'onWaiting'>) {
  const { t } = useTranslation('students')
  const errorText = useErrorText()
  const [draft, setDraft] = useState(() => draftOf(place))
  const { save, isPending, error, reset } = useSaving(place, onChanged)
  const id = useId()
  const change = changeIn(place, draft)
  const wrong = typeof change === 'string' ? change : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change !== null && typeof change !== 'string') void save(change)
  }
  const counted = (name: keyof SeatDraft) => (
    <div className={css.count}>
      <NumberField
        label={t(`seats.${name}`)}
        value={draft[name]}
        readOnly={!may[name]}
        aria-invalid={wrong === name || undefined}
        aria-describedby={wrong === name || error ? id : undefined}
        onChange={(typed) => {
          reset()
          setDraft({ ...draft, [name]: typed })
        }}
      />
    </div>
  )
  return (
    <form className={css.form} onSubmit={submit}>
      {counted('seats')}
      {counted('overOffer')}
      {change !== null && (
        <button type="submit" className={frame.button} aria-busy={isPending}>
          {t('seats.save')}
        </button>
      )}
      {(wrong || error) && (
        <InlineNotice tone="problem" id={id}>
          {error ? errorText(error) : t('seats.noCount')}
        </InlineNotice>
      )}
    </form>
  )
}

/** Saves the counts of a place; what was refused is said until something else is typed. */
function useSaving({ campus, entryYear, grade, stream, revision }: SeatCategorySeats, onChanged: () => void) {
  const { mutate, isPending, error, reset } = useMutation(
    (counts: { seats: number; overOffer: number }) =>
      setSeats({ place: { campus, entryYear, grade, stream }, ...counts, revision }),
    { onSuccess: onChanged, onError: (why) => why === 'seat.changed' && onChanged() },
  )
  return { save: mutate, isPending, error, reset }
}
