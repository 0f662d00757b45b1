import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type LetterField, letterFields } from '#shared/kernel/letter/letter-fields.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { MissingValue } from '../letter-job.api.ts'
import css from './letter-jobs.module.css'

const known = {
  'student.name': 'student',
  'guardian.name': 'guardian',
  'application.answers': 'answers',
  'application.receivedOn': 'received',
  standing: 'standing',
} as const

const isKnown = (field: string): field is keyof typeof known => Object.hasOwn(known, field)

const isField = (field: string): field is LetterField => Object.hasOwn(letterFields, field)

/** Who gets no letter, and what has to be put right for one. Load the words of `letter-edit` too: they name the fields. */
export function MissingValueList({ lacking, count }: { lacking: readonly MissingValue[]; count: number }) {
  const { t, i18n } = useTranslation(['letters.issued', 'letters.editor'])
  const nameOf = ({ student_name: latin, student_name_ar: arabic, registration_id: reference }: MissingValue) =>
    (i18n.language === 'ar' ? (arabic ?? latin) : (latin ?? arabic)) ?? formatReference(reference)
  const nameOfField = (field: string) => (isField(field) ? t(`letters.editor:field.${field}`) : field)
  const wordOf = (field: string) =>
    isKnown(field) ? t(`lacks.${known[field]}`) : t('lacks.other', { field: nameOfField(field) })
  return (
    <details className={css.lacking}>
      <summary>{t('jobs.lacking', { count })}</summary>
      <ul>
        {lacking.map((each) => (
          <li key={each.student_id}>
            <Link to="/student/$id" params={{ id: each.student_id }}>
              <bdi>{nameOf(each)}</bdi>
            </Link>{' '}
            <bdi dir="ltr">{formatReference(each.registration_id)}</bdi> – {each.lacks.map(wordOf).join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  )
}
