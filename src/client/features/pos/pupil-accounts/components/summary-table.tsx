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

type Column = (typeof amounts)[number]

/** Amounts that most schools seldom have: without any, their columns are left out. */
const seldom: ReadonlySet<Column> = new Set(['covered', 'adjustments', 'transfers', 'payouts'])

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
  const all = totals ? [...rows, totals] : rows
  const columns = amounts.filter((column) => !seldom.has(column) || all.some((row) => row[column] !== 0))
  return (
    // A scrolled box must be reachable without a mouse.
    <section className={css.scroll} tabIndex={0} aria-label={t('title')} data-keeps-scroll="accounts">
      <table className={`${list.table} ${css.table}`}>
        <thead>
          <tr>
            <th scope="col">{t('column.name')}</th>
            <th scope="col">{t('column.class')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={css.amount}>
                {t(`summary.column.${column}`)}
                {column === 'balance' && <span className={list.soft}> {format.currencyName()}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.customerId} row={row} columns={columns} onOpen={onOpen} />
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('summary.totals')}
              </th>
              <Amounts of={totals} columns={columns} />
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

interface RowProps {
  row: SummaryRow
  columns: readonly Column[]
  onOpen: (id: CustomerId) => void
}

function Row({ row, columns, onOpen }: RowProps) {
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
      <Amounts of={row} columns={columns} />
    </tr>
  )
}

/** An amount of nothing is a dash, so that what happened stands out. */
function Amounts({ of, columns }: { of: SummaryAmounts; columns: readonly Column[] }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const isState = (column: Column) => column === 'opening' || column === 'closing' || column === 'balance'
  return columns.map((column) => (
    <td key={column} className={css.amount} data-label={t(`summary.column.${column}`)}>
      {of[column] === 0 && !isState(column) ? '–' : <Money bare minor={of[column]} />}
    </td>
  ))
}
