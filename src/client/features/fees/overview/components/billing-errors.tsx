import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import link from '#client/ui/link.module.css'
import type { BillingError } from '#shared/fees/billing-run.contract.ts'
import { useFeeText } from '../../account/hooks/use-fee-text.ts'
import css from './overview.module.css'

const inSetUp: readonly BillingError['fault'][] = ['no-schedule', 'no-plan', 'several-schedules', 'no-term']

/** The page on which a fault is put right; nothing where that is the child's own. */
function WhereTo({ fault }: Pick<BillingError, 'fault'>) {
  const { t } = useTranslation('fees.overview')
  if (fault === 'no-grade')
    return (
      <>
        {' '}
        <Link to="/pupils" className={link.link}>
          {t('billing.pupils')}
        </Link>
      </>
    )
  if (!inSetUp.includes(fault)) return null
  return (
    <>
      {' '}
      <Link to="/fees/setup" search={{ tab: 'schedules' }} className={link.link}>
        {t('setUp')}
      </Link>
    </>
  )
}

const rules = [
  'application-cap',
  'seat-cap',
  'seat-early',
  'seat-before-break',
  'seat-before-acceptance',
  'first-part-early',
  'part-before-semester',
  'part-cap',
  'part-count',
  'parts-unequal',
] as const
const isNamed = (rule: string): rule is (typeof rules)[number] => rules.some((each) => each === rule)

/** Children that are not billed, each with its reason; the others are billed all the same. */
export function BillingErrors({ errors, count }: { errors: readonly BillingError[]; count: number }) {
  const { t } = useTranslation('fees.overview')
  const { childName } = useFeeText()
  if (count === 0) return null
  return (
    <details>
      <summary>{t('billing.errors', { count })}</summary>
      <ul className={css.errors}>
        {errors.map(({ child, fault, rule }) => (
          <li key={child.studentId}>
            <Link
              to="/fees/$admissionNo"
              params={{ admissionNo: child.number ?? child.studentId }}
              className={link.link}
            >
              <bdi>{childName(child)}</bdi>
            </Link>{' '}
            {t(`fault.${fault}`)}
            <WhereTo fault={fault} />
            {rule && <> {isNamed(rule) ? t(`rule.${rule}`) : rule}</>}
          </li>
        ))}
        {count > errors.length && <li>{t('billing.moreErrors', { count: count - errors.length })}</li>}
      </ul>
    </details>
  )
}
