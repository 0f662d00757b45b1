import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { SummaryAmounts, SummaryRow } from '#shared/pos/account-summary.contract.ts'
import css from './summary-table.module.css'

const amounts = [
  'opening',
  'topUps',
  'purchases',
  'covered',
  'adjustments',
  'transfers',
  'payouts',
  'closing',
  'balance',
] as const satisfies readonly (keyof SummaryAmounts)[]

interface SummaryTableProps {
  rows: readonly SummaryRow[]
  /** Over everything that the filter finds, not just the rows that stand here; undefined until they are known. */
  totals: SummaryAmounts | undefined
  onOpen: (id: CustomerId) => void
}

/** What moved each account in the period, and in the last line all of them together. */
export function SummaryTable({ rows, totals, onOpen }: SummaryTableProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  const format = useFormat()
  return (
    // A scrolled box must be reachable without a mouse.
    <section className={css.scroll} tabIndex={0} aria-label={t('title')} data-keeps-scroll="accounts">
      <table className={`${list.table} ${css.table}`}>
        <thead>
          <tr>
            <th scope="col">{t('column.name')}</th>
            <th scope="col">{t('column.class')}</th>
            {amounts.map((column) => (
              <th key={column} scope="col" className={css.amount}>
                {t(`summary.column.${column}`)}
                {column === 'balance' && <span className={list.soft}> {format.currencyName()}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.customerId} row={row} onOpen={onOpen} />
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('summary.totals')}
              </th>
              <Amounts of={totals} />
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

function Row({ row, onOpen }: { row: SummaryRow; onOpen: (id: CustomerId) => void }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const pick = useBilingual()
  return (
    <tr>
      <th scope="row">
        <button type="button" className={list.open} onClick={() => onOpen(row.customerId)}>
          <bdi>{pick(row.name)}</bdi>
        </button>{' '}
        <span className={list.soft}>
          <bdi dir="ltr" className="num">
            {row.admissionNo}
          </bdi>
          {!row.active && ` · ${t('summary.left')}`}
        </span>
      </th>
      <td>
        <bdi>{row.className}</bdi>
      </td>
      <Amounts of={row} />
    </tr>
  )
}

/** An amount of nothing is a dash, so that what happened stands out. */
function Amounts({ of }: { of: SummaryAmounts }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const isState = (column: (typeof amounts)[number]) =>
    column === 'opening' || column === 'closing' || column === 'balance'
  return amounts.map((column) => (
    <td key={column} className={css.amount} data-label={t(`summary.column.${column}`)}>
      {of[column] === 0 && !isState(column) ? '–' : <Money bare minor={of[column]} />}
    </td>
  ))
}
