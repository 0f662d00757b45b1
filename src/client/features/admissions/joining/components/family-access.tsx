import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'

/** Who sees the child at home, by an account of their own, and who keeps the record says whether. */
export function FamilyAccess({ file, decision }: { file: StudentFile; decision: Decision }) {
  const { t } = useTranslation('admissions.joining')
  const may = useRights()
  const titleId = useId()
  const { family } = file
  if (!family || family.length === 0) return null
  return (
    <div role="group" aria-labelledby={titleId} className={common.tightStack}>
      <h4 id={titleId}>{t('family.title')}</h4>
      <ul className={css.people}>
        {family.map(({ email, name, hasAccount, isGiven }) => (
          <li key={email}>
            {name && (
              <>
                <bdi>{name}</bdi> ·{' '}
              </>
            )}
            <bdi dir="ltr">{email}</bdi>
            <p className={css.soft}>{t(isGiven ? (hasAccount ? 'family.sees' : 'family.invited') : 'family.ended')}</p>
            {may('students.record') && may('students.decide') && (
              <Button
                isWorking={decision.isPending}
                onClick={() => void decision.send(file, { kind: 'family-access', email, isGiven: !isGiven })}
              >
                {t(isGiven ? 'family.take' : 'family.give')} <span className="visually-hidden">{name ?? email}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
