import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useGrade } from '#client/i18n/use-grade.ts'
import { useSchoolGrades } from '#client/i18n/use-school-grades.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { SeatCategorySeats } from '#shared/students/seat.contract.ts'
import { setSeats } from '../../student-file/student.api.ts'
import { newPlaceIn, type PlaceDraft } from '../seat-draft.ts'
import css from './seat-line.module.css'

interface NewPlaceProps {
  places: readonly SeatCategorySeats[]
  /** The entry year that is most likely meant. */
  year: number
  onAdded: () => void
}

const fields = ['year', 'campus', 'stream', 'seats'] as const
const isNumber = (name: (typeof fields)[number]): boolean => name === 'year' || name === 'seats'

/** Counts the seats of a place that no child has asked for yet; folded away until it is wanted. */
export function NewPlace({ places, year, onAdded }: NewPlaceProps) {
  const { t } = useTranslation('students')
  const errorText = useErrorText()
  const [draft, setDraft] = useState<PlaceDraft>({ grade: '', year: String(year), campus: '', stream: '', seats: '' })
  const [wrong, setWrong] = useState<'there' | 'year' | 'seats'>()
  const { mutate, error, isPending } = useMutation(setSeats, {
    onSuccess: () => {
      setDraft({ ...draft, grade: '', seats: '' })
      onAdded()
    },
  })
  const put = (more: Partial<PlaceDraft>) => {
    setWrong(undefined)
    setDraft({ ...draft, ...more })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = newPlaceIn(places, draft)
    if (typeof asked === 'string') return setWrong(asked)
    void mutate(asked)
  }
  return (
    <details className={css.add}>
      <summary>{t('seats.add.title')}</summary>
      <form className={css.form} aria-label={t('seats.add.title')} onSubmit={submit}>
        <Fields draft={draft} wrong={wrong} put={put} />
        <Button type="submit" kind="main" isWorking={isPending}>
          {t('seats.add.send')}
        </Button>
        {(wrong || error) && (
          <InlineNotice tone="problem">
            {wrong ? t(`seats.add.wrong.${wrong}`) : error && errorText(error)}
          </InlineNotice>
        )}
      </form>
    </details>
  )
}

interface FieldsProps {
  draft: PlaceDraft
  wrong: string | undefined
  put: (more: Partial<PlaceDraft>) => void
}

function Fields({ draft, wrong, put }: FieldsProps) {
  const { t } = useTranslation('students')
  const gradeName = useGrade()
  const grades = useSchoolGrades()
  return (
    <>
      <SelectField
        label={t('seats.add.grade')}
        required
        value={draft.grade}
        onChange={(chosen) => put({ grade: chosen })}
      >
        <option value="">{t('said.choose')}</option>
        {grades.map((each) => (
          <option key={each} value={each}>
            {gradeName(each)}
          </option>
        ))}
      </SelectField>
      {fields.map((name) => (
        <TextField
          key={name}
          label={t(`seats.add.${name}`)}
          required={isNumber(name)}
          dir={isNumber(name) ? 'ltr' : 'auto'}
          inputMode={isNumber(name) ? 'numeric' : 'text'}
          autoComplete="off"
          maxLength={name === 'year' ? 4 : 40}
          value={draft[name]}
          aria-invalid={wrong === name || undefined}
          onChange={(typed) => put({ [name]: typed })}
        />
      ))}
    </>
  )
}
