// chunk: fees
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { schoolYear } from '#client/i18n/use-grade.ts'
import { Button } from '#client/ui/button.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeAccountPayer, FeeItem, OpenReason } from '#shared/fees/fee-account.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { useFeeText } from '../hooks/use-fee-text.ts'
import css from './fees.module.css'

interface TablesProps {
  items: readonly FeeItem[]
  payers: readonly FeeAccountPayer[]
  currency: Currency
  /** Asks to write an open item off; undefined for a reader who may not. */
  onWriteOff: ((item: FeeItem) => void) | undefined
  /** Shows what settled an item. */
  onTrail: (item: FeeItem) => void
}

type Amount = 'billed' | 'discount' | 'tax' | 'credited' | 'writtenOff' | 'paid' | 'open'
const always: readonly Amount[] = ['billed', 'paid', 'open']
const amounts: readonly Amount[] = ['billed', 'discount', 'tax', 'credited', 'writtenOff', 'paid', 'open']

/** What is billed, by school year: each part with what came and, in words, why it is open. */
export function ItemTables({ items, payers, currency, onWriteOff, onTrail }: TablesProps) {
  const { t } = useTranslation('fees.desk')
  const years = [...new Set(items.map(({ year }) => year))]
  if (items.length === 0) return <p>{t('item.none')}</p>
  return years.map((year) => (
    <section key={year} aria-label={t('item.year', { year: schoolYear(year) })}>
      <h2 className={css.heading}>{t('item.year', { year: schoolYear(year) })}</h2>
      <YearTable
        items={items.filter((item) => item.year === year)}
        payers={payers}
        currency={currency}
        onWriteOff={onWriteOff}
        onTrail={onTrail}
      />
    </section>
  ))
}

function YearTable({ items, payers, currency, onWriteOff, onTrail }: TablesProps) {
  const { t } = useTranslation('fees.desk')
  const { nameOf } = useFeeText()
  const columns = amounts.filter((each) => always.includes(each) || items.some((item) => item[each] !== 0))
  const nameBy = new Map(payers.map((payer) => [payer.payerId, nameOf(payer)]))
  const sum = (column: Amount) => items.reduce((total, item) => total + item[column], 0)
  return (
    // A scrolled box must be reachable without a mouse.
    <div className={css.scroll} role="group" tabIndex={0} aria-label={t('item.title')}>
      <table className={`${list.table} ${css.amounts}`}>
        <thead>
          <tr>
            <th scope="col">{t('item.column.item')}</th>
            {payers.length > 1 && <th scope="col">{t('item.column.payer')}</th>}
            <th scope="col">{t('item.column.due')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={css.amount}>
                {t(`item.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ItemRow
              key={item.chargeId}
              item={item}
              columns={columns}
              payer={payers.length > 1 ? nameBy.get(item.payerId) : undefined}
              currency={currency}
              onWriteOff={onWriteOff}
              onTrail={onTrail}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={payers.length > 1 ? 3 : 2}>
              {t('item.total')}
            </th>
            {columns.map((column) => (
              <td key={column} className={css.amount} data-label={t(`item.column.${column}`)}>
                <Money bare minor={sum(column)} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface RowProps extends Pick<TablesProps, 'currency' | 'onWriteOff' | 'onTrail'> {
  item: FeeItem
  columns: readonly Amount[]
  /** Where more than one pays. */
  payer: string | undefined
}

function ItemRow({ item, columns, payer, currency, onWriteOff, onTrail }: RowProps) {
  const { t } = useTranslation('fees.desk')
  const { itemName, dayOf } = useFeeText()
  return (
    <tr data-late={item.why.id.endsWith('overdue') || undefined}>
      <th scope="row">
        <span className={css.item}>
          <span>
            <bdi>{itemName(item)}</bdi>
            <small className={list.soft}>
              <WhyOpen why={item.why} currency={currency} />
              <Discounts item={item} />
            </small>
          </span>
          <ItemActions item={item} onWriteOff={onWriteOff} onTrail={onTrail} />
        </span>
      </th>
      {payer !== undefined && (
        <td data-label={t('item.column.payer')}>
          <bdi>{payer}</bdi>
        </td>
      )}
      <td data-label={t('item.column.due')}>
        <bdi>{dayOf(item.dueOn)}</bdi>
      </td>
      {columns.map((column) => (
        <td key={column} className={css.amount} data-label={t(`item.column.${column}`)}>
          {item[column] === 0 && column !== 'open' ? '–' : <Money bare minor={item[column]} />}
        </td>
      ))}
    </tr>
  )
}

function ItemActions({ item, onWriteOff, onTrail }: Pick<RowProps, 'item' | 'onWriteOff' | 'onTrail'>) {
  const { t } = useTranslation('fees.desk')
  const { itemName } = useFeeText()
  return (
    <span>
      {item.paid + item.credited + item.writtenOff > 0 && (
        <Button kind="quiet" aria-label={`${t('trail.show')}: ${itemName(item)}`} onClick={() => onTrail(item)}>
          {t('trail.show')}
        </Button>
      )}
      {onWriteOff && item.open > 0 && (
        <Button
          kind="quiet"
          aria-label={`${t('claim.writeOffThis')}: ${itemName(item)}`}
          onClick={() => onWriteOff(item)}
        >
          {t('claim.writeOffThis')}
        </Button>
      )}
    </span>
  )
}

/** Names of what was taken off. */
function Discounts({ item: { discounts } }: { item: FeeItem }) {
  const { t } = useTranslation('fees.desk')
  const pick = useBilingual()
  if (discounts.length === 0) return null
  return <> {t('item.discounts', { names: discounts.map(({ name }) => pick(name)).join(' · ') })}</>
}

/** Why an item is open, or is not, in one sentence. */
function WhyOpen({ why, currency }: { why: OpenReason; currency: Currency }) {
  const { t } = useTranslation('fees.desk')
  const format = useFormat()
  const { dayOf } = useFeeText()
  const values = {
    on: why.on === null ? '' : dayOf(why.on),
    count: why.days ?? 0,
    paid: format.money(why.paid ?? 0, currency),
    amount: format.money(why.amount ?? 0, currency),
  }
  return <>{t(`why.${why.id}`, values)}</>
}
