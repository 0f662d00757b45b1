import { useTranslation } from 'react-i18next'
import type { StudentRecord } from '#shared/students/student-record.contract.ts'
import { guardianFields, identityFields } from '#shared/students/student-record.rules.ts'
import { isLtr, useRecordText } from '../hooks/use-record-text.ts'
import css from './file-parts.module.css'

/** The live record for paper: the child, and everybody who looks after it with their rights. */
export function SummaryReport({ record: { identity, guardians } }: { record: StudentRecord }) {
  const { t } = useTranslation('students.file')
  const text = useRecordText()
  return (
    <>
      <h3>{t('part.record')}</h3>
      <dl className={css.facts}>
        {identityFields.map((field) => (
          <div key={field}>
            <dt>{t(`field.${field}`)}</dt>
            <dd>
              <bdi>{text(field, identity[field])}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <h3>{t('part.family')}</h3>
      {guardians.length === 0 && <p>{t('family.none')}</p>}
      {guardians.map((guardian) => (
        <dl key={guardian.id} className={css.facts}>
          {guardianFields.map((field) => (
            <div key={field}>
              <dt>{t(`field.${field}`)}</dt>
              <dd>
                <bdi dir={isLtr(field) ? 'ltr' : undefined}>{text(field, guardian[field])}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </>
  )
}
