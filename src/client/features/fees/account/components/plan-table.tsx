// chunk: fees
import { useTranslation } from 'react-i18next'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeAccountPayer, FeeItem } from '#shared/fees/fee-account.contract.ts'
import { useFeeText } from '../hooks/use-fee-text.ts'
import css from './fees.module.css'

interface PlanProps {
  items: readonly FeeItem[]
  payers: readonly FeeAccountPayer[]
}

/** What is still to be paid on which day, by payer. */
export function PlanTable({ items, payers }: PlanProps) {
  const { t } = useTranslation('fees.desk')
  const { nameOf, dayOf } = useFeeText()
  const open = items.filter((item) => item.open > 0)
  const days = [...new Set(open.map(({ dueOn }) => dueOn))].toSorted()
  if (days.length === 0) return null
  const owed = (day: string, payerId: string) =>
    open.filter((item) => item.dueOn === day && item.payerId === payerId).reduce((sum, item) => sum + item.open, 0)
  const paying = payers.filter(({ payerId }) => open.some((item) => item.payerId === payerId))
  return (
    <section aria-label={t('plan.title')}>
      <h2 className={css.heading}>{t('plan.title')}</h2>
      <table className={`${list.table} ${css.amounts}`}>
        <thead>
          <tr>
            <th scope="col">{t('plan.day')}</th>
            {paying.map((payer) => (
              <th key={payer.payerId} scope="col" className={css.amount}>
                <bdi>{nameOf(payer)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day}>
              <th scope="row">
                <bdi>{dayOf(day)}</bdi>
              </th>
              {paying.map((payer) => (
                <td key={payer.payerId} className={css.amount} data-label={nameOf(payer)}>
                  <Money bare minor={owed(day, payer.payerId)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
