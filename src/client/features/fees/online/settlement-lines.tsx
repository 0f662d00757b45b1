// chunk: fees
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { Settlement, UnsettledPayment } from '#shared/fees/online/settlement.contract.ts'
import type { z } from 'zod'
import type { Currency } from '#shared/kernel/money.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import css from '../overview/components/overview.module.css'

/** Rows of a settlement file that were not booked, each with the reason. */
export function SettlementProblems({ problems }: Pick<Settlement, 'problems'>) {
  const { t } = useTranslation('fees.online')
  if (problems.length === 0) return null
  return (
    <>
      <InlineNotice tone="warning">{t('settlement.problems', { count: problems.length })}</InlineNotice>
      <ul className={css.errors}>
        {problems.map(({ row, problem }) => (
          <li key={`${row} ${problem}`}>{t('settlement.row', { row, why: t(`problem.${problem}`) })}</li>
        ))}
      </ul>
    </>
  )
}

interface MissingProps {
  missing: readonly z.infer<typeof UnsettledPayment>[]
  currency: Currency
}

/** Payments that a gateway has and no settlement names. */
export function MissingPayments({ missing, currency }: MissingProps) {
  const { t } = useTranslation('fees.online')
  const { nameOf } = useFeeText()
  const format = useFormat()
  if (missing.length === 0) return <p>{t('settlement.nothingMissing')}</p>
  return (
    <>
      <p>{t('settlement.missing', { count: missing.length })}</p>
      <ul className={css.errors}>
        {missing.map(({ intentId, payer, amount, paidAt }) => (
          <li key={intentId}>
            <bdi>{nameOf(payer)}</bdi> · <Money minor={amount} currency={currency} /> ·{' '}
            <bdi>{format.dateTime(paidAt)}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
