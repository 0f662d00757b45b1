import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { OutboxRow } from '#client/platform/offline/outbox.atoms.ts'
import { Money } from '#client/ui/tables/money.tsx'
import type { Transaction } from '#shared/pos/pos-report.contract.ts'
import { isTillCommandKind } from '#shared/sync/command-kinds.ts'
import { SyncMark } from './sync-mark.tsx'
import { TransactionRow } from './transaction-row.tsx'
import css from './transaction-table.module.css'

const SaleSheet = lazy(async () => ({ default: (await import('./sale-sheet.tsx')).SaleSheet }))

/** One entry that only this device holds so far. */
function DeviceRow({ row }: { row: OutboxRow }) {
  const { t } = useTranslation('pos.reports')
  const format = useFormat()
  const errorText = useErrorText()
  const state = row.lastError ? errorText(row.lastError) : t('own.waiting')
  return (
    <tr className={css.own}>
      <th scope="row" className={css.what}>
        {isTillCommandKind(row.kind) ? t(`command.${row.kind}`) : row.kind}
        {row.label && ' '}
        {row.label && (
          <bdi dir="ltr" className={css.no}>
            {row.label}
          </bdi>
        )}
        <span className={css.details}>
          <bdi className={css.timeToo}>{format.dateTime(row.at)}</bdi>
          <bdi>{state}</bdi>
        </span>
      </th>
      <td className={css.time}>
        <bdi>{format.dateTime(row.at)}</bdi>
      </td>
      <td className={css.number}>{row.amountMinor !== null && <Money bare minor={row.amountMinor} />}</td>
      <td>
        <SyncMark state={row.state === 'attention' ? 'attention' : 'pending'} />
      </td>
      <td colSpan={5} className={css.wide}>
        {state}
      </td>
    </tr>
  )
}

const columns = ['what', 'time', 'amount', 'state', 'paid', 'customer', 'items', 'till', 'cashier'] as const
const classOf: Partial<Record<(typeof columns)[number], string | undefined>> = {
  time: css.time,
  amount: css.number,
  paid: css.wide,
  customer: css.wide,
  items: `${css.wide} ${css.number}`,
  till: css.wide,
  cashier: css.wide,
}

interface TransactionTableProps {
  own: readonly OutboxRow[]
  rows: readonly Transaction[]
}

/** First what only this device holds, then what the server has, newest first. */
export function TransactionTable({ own, rows }: TransactionTableProps) {
  const { t } = useTranslation('pos.reports')
  const format = useFormat()
  const [opened, setOpened] = useState<Transaction | null>(null)
  return (
    // A scrolled box must be reachable without a mouse.
    <section className={css.scroll} tabIndex={0} aria-label={t('title')} data-keeps-scroll="transactions">
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={classOf[column]}>
                {t(`column.${column}`)}
                {column === 'amount' && <span className={css.currency}> {format.currencyName()}</span>}
              </th>
            ))}
          </tr>
        </thead>
        {own.length > 0 && (
          <tbody>
            <tr className={css.group}>
              <th scope="rowgroup" colSpan={columns.length}>
                {t('own.title', { count: own.length })}
              </th>
            </tr>
            {own.map((row) => (
              <DeviceRow key={row.opId} row={row} />
            ))}
          </tbody>
        )}
        <tbody>
          {rows.map((row) => (
            <TransactionRow key={`${row.kind} ${row.id}`} row={row} onOpen={setOpened} />
          ))}
        </tbody>
      </table>
      {opened && (
        <Suspense fallback={null}>
          <SaleSheet row={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  )
}
