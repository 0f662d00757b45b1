import { useTranslation } from 'react-i18next'
import { showReference } from '#shared/rules/reference-number.rules.ts'
import type { Lacking } from '../letter-job.api.ts'
import css from './letter-jobs.module.css'

const known = {
  'student.name': 'student',
  'guardian.name': 'guardian',
  'application.answers': 'answers',
  'application.receivedOn': 'received',
  standing: 'standing',
} as const

const isKnown = (field: string): field is keyof typeof known => Object.hasOwn(known, field)

/** Who gets no letter, and what has to be put right for one. */
export function LackingList({ lacking, count }: { lacking: readonly Lacking[]; count: number }) {
  const { t, i18n } = useTranslation('issued-letters')
  const nameOf = ({ student_name: latin, student_name_ar: arabic, registration_id: reference }: Lacking) =>
    (i18n.language === 'ar' ? (arabic ?? latin) : (latin ?? arabic)) ?? showReference(reference)
  const wordOf = (field: string) => (isKnown(field) ? t(`lacks.${known[field]}`) : t('lacks.other', { field }))
  return (
    <details className={css.lacking}>
      <summary>{t('jobs.lacking', { count })}</summary>
      <ul>
        {lacking.map((each) => (
          <li key={each.student_id}>
            <a href={`/student/${each.student_id}`}>
              <bdi>{nameOf(each)}</bdi>
            </a>{' '}
            <bdi dir="ltr">{showReference(each.registration_id)}</bdi> – {each.lacks.map(wordOf).join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  )
}
