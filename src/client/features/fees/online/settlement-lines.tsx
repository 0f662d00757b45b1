// chunk: fees
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { Settlement, UnsettledPayment } from '#shared/fees/online/settlement.contract.ts'
import type { z } from 'zod'
import type { Currency } from '#shared/kernel/money.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { ShownOf } from '../overview/components/shown-of.tsx'
import css from '../overview/components/overview.module.css'

/** Rows of a settlement file that were not booked, each with the reason. */
export function SettlementProblems({ problems, problemCount }: Pick<Settlement, 'problems' | 'problemCount'>) {
  const { t } = useTranslation('fees.online')
  if (problems.length === 0) return null
  return (
    <>
      <InlineNotice tone="warning">{t('settlement.problems', { count: problemCount })}</InlineNotice>
      <ul className={css.errors}>
        {problems.map(({ row, problem }) => (
          <li key={`${row} ${problem}`}>{t('settlement.row', { row, why: t(`problem.${problem}`) })}</li>
        ))}
      </ul>
      <ShownOf shown={problems.length} count={problemCount} />
    </>
  )
}

interface MissingProps {
  missing: readonly z.infer<typeof UnsettledPayment>[]
  count: number
  currency: Currency
}

/** Payments that a gateway has and no settlement names. */
export function MissingPayments({ missing, count, currency }: MissingProps) {
  const { t } = useTranslation('fees.online')
  const { nameOf } = useFeeText()
  const format = useFormat()
  if (missing.length === 0) return <p>{t('settlement.nothingMissing')}</p>
  return (
    <>
      <p>{t('settlement.missing', { count })}</p>
      <ul className={css.errors}>
        {missing.map(({ intentId, payer, amount, paidAt }) => (
          <li key={intentId}>
            <bdi>{nameOf(payer)}</bdi> · <Money minor={amount} currency={currency} /> ·{' '}
            <bdi>{format.dateTime(paidAt)}</bdi>
          </li>
        ))}
      </ul>
      <ShownOf shown={missing.length} count={count} />
    </>
  )
}
