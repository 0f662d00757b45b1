import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import type { Difference, Guardian } from '#shared/students/student-record.contract.ts'
import { isLtr, useRecordText } from '../hooks/use-record-text.ts'
import { guardianRights } from '../record-draft.ts'
import css from './file-parts.module.css'

interface CardProps {
  guardian: Guardian
  differences: readonly Difference[]
  /** Absent for who may not change it. */
  onChange: (() => void) | undefined
}

const contact = ['phone', 'email', 'language'] as const

/** One guardian: who it is, how they are reached, what they may do. What nobody has said is said to be so: it is no yes. */
export function GuardianCard({ guardian, differences, onChange }: CardProps) {
  const { t, i18n } = useTranslation('students.file')
  const text = useRecordText()
  const names = [guardian.nameLatin, guardian.nameArabic]
  const [name, other] = (i18n.language === 'ar' ? names.toReversed() : names).filter((each) => each !== null)
  return (
    <article className={css.card} aria-label={name ?? ''}>
      <header>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p className={css.soft}>
          {other && (
            <>
              <bdi>{other}</bdi> ·{' '}
            </>
          )}
          {text('relation', guardian.relation)}
        </p>
      </header>
      <dl className={css.facts}>
        {contact.map((field) => (
          <div key={field}>
            <dt>{t(`field.${field}`)}</dt>
            <dd>
              <bdi dir={isLtr(field) ? 'ltr' : undefined}>{text(field, guardian[field])}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('field.paysShare')}</dt>
          <dd>{text('paysShare', guardian.paysShare)}</dd>
        </div>
      </dl>
      <Rights guardian={guardian} />
      {differences.length > 0 && (
        <ul className={css.differences}>
          {differences.map(({ field, applied, live }) => (
            <li key={String(field)}>
              {field === null
                ? t('family.added')
                : t('clash.applied', {
                    field: t(`field.${field}`),
                    applied: text(field, applied),
                    live: text(field, live),
                  })}
            </li>
          ))}
        </ul>
      )}
      {onChange && (
        <Button onClick={onChange}>
          {t('change')} <span className="visually-hidden">{name}</span>
        </Button>
      )}
    </article>
  )
}

function Rights({ guardian }: { guardian: Guardian }) {
  const { t } = useTranslation('students.file')
  const text = useRecordText()
  return (
    <ul className={css.rights}>
      {guardianRights.map((right) => (
        <li key={right} data-is={guardian[right] === null ? 'open' : guardian[right] ? 'yes' : 'no'}>
          {t(`field.${right}`)}:{' '}
          <strong>{guardian[right] === null ? t('notSaid') : text(right, guardian[right])}</strong>
        </li>
      ))}
    </ul>
  )
}
