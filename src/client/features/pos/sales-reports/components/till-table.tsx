import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { SalesByTill, TillSales, TillState } from '#shared/pos/reports/sales-report.contract.ts'
import type { SalesSearch } from '../sales-search.ts'
import css from '../sales-report.module.css'
import { columnsWith, FigureCells, FigureHeads } from './figure-cells.tsx'

interface TillTableProps {
  answer: SalesByTill
  search: SalesSearch
}

const extras = ['voidsTotal', 'topUps', 'paidIn', 'paidOut', 'drops', 'over', 'short'] as const

/** What stands beside the sales of these rows. */
function columnsOf({ rows, total }: SalesByTill) {
  return {
    columns: columnsWith([...rows, total]),
    kinds: total.tenders.map(({ kind }) => kind),
    shown: extras.filter((extra) => total[extra] !== 0),
    hasNoSales: total.noSales > 0,
  }
}

/** One line for each till and period, and what all of them come to. */
export function TillTable({ answer, search: { per } }: TillTableProps) {
  const { t } = useTranslation('pos.sales')
  const columns = columnsOf(answer)
  return (
    // A scrolled box must be reachable without a mouse.
    <section className={css.scroll} tabIndex={0} aria-label={t('view.summary')} data-keeps-scroll="sales-by-till">
      <table className={`${list.table} ${css.table}`}>
        <thead>
          <tr>
            {per && <th scope="col">{t(`per.${per}`)}</th>}
            <th scope="col">{t('column.till')}</th>
            <Heads {...columns} />
          </tr>
        </thead>
        <tbody>
          {answer.rows.map((row) => (
            <tr key={`${row.from} ${row.tillId}`}>
              {per && <Period from={row.from} per={per} />}
              <TillName tillId={row.tillId} answer={answer} />
              <Cells row={row} {...columns} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={per ? 2 : 1}>
              {t('total')}
            </th>
            <Cells row={answer.total} {...columns} />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Heads({ columns, kinds, shown, hasNoSales }: ReturnType<typeof columnsOf>) {
  const { t } = useTranslation('pos.sales')
  const tender = useTenderName()
  const texts = [...kinds.map(tender), ...shown.map((extra) => t(`extra.${extra}`))]
  return (
    <>
      <th scope="col" className={css.number}>
        {t('column.sales')}
      </th>
      <FigureHeads columns={columns} />
      {[...texts, ...(hasNoSales ? [t('extra.noSales')] : [])].map((text) => (
        <th key={text} scope="col" className={css.number}>
          {text}
        </th>
      ))}
    </>
  )
}

/** A way to pay in words; one that this release does not know is shown as it is. */
function useTenderName(): (kind: string) => string {
  const { t } = useTranslation('pos.sales')
  return (kind) => (kind === 'cash' || kind === 'account' || kind === 'card' ? t(`tender.${kind}`) : kind)
}

/** The till by name, which leads to its shifts, and what is still missing of it. */
function TillName({ tillId, answer: { places, states, range } }: { tillId: string; answer: SalesByTill }) {
  const { t } = useTranslation('pos.sales')
  const pick = useBilingual()
  const place = places.find(({ tills }) => tills.some(({ id }) => id === tillId))
  const till = place?.tills.find(({ id }) => id === tillId)
  const state = states.find((each) => each.tillId === tillId)
  return (
    <th scope="row">
      <Link to="/pos/TillSalesSummary" search={{ tillId, ...range }} className={list.open}>
        <bdi>{till ? pick(till.name) : t('unknown')}</bdi>
      </Link>{' '}
      {place && till && <bdi dir="ltr" className={list.soft}>{`${place.code}-${till.code}`}</bdi>}
      <State of={state} />
      {range.firstDay === range.lastDay && <Pace of={state} />}
    </th>
  )
}

function Period({ from, per }: { from: string; per: 'day' | 'month' | 'whole' }) {
  const { t } = useTranslation('pos.sales')
  return (
    <td data-label={t(`per.${per}`)}>
      <bdi dir="ltr" className="num">
        {per === 'month' ? from.slice(0, 7) : from}
      </bdi>
    </td>
  )
}

interface CellsProps extends ReturnType<typeof columnsOf> {
  row: Omit<TillSales, 'tillId' | 'from'>
}

function Cells({ row, columns, kinds, shown, hasNoSales }: CellsProps) {
  const { t } = useTranslation('pos.sales')
  const format = useFormat()
  const tender = useTenderName()
  return (
    <>
      <td className={css.number} data-label={t('column.sales')}>
        <bdi className="num">{format.count(row.sales)}</bdi>
      </td>
      <FigureCells of={row} columns={columns} />
      {kinds.map((kind) => (
        <td key={kind} className={css.number} data-label={tender(kind)}>
          <Money bare minor={row.tenders.find((tender) => tender.kind === kind)?.amount ?? 0} />
        </td>
      ))}
      {shown.map((extra) => (
        <td key={extra} className={css.number} data-label={t(`extra.${extra}`)}>
          {row[extra] === 0 ? '–' : <Money bare minor={row[extra]} />}
        </td>
      ))}
      {hasNoSales && (
        <td className={css.number} data-label={t('extra.noSales')}>
          <bdi className="num">{format.count(row.noSales)}</bdi>
        </td>
      )}
    </>
  )
}

/** How busy the till is: its last sale of the day, and how many there were within the last hour. */
function Pace({ of }: { of: TillState | undefined }) {
  const { t } = useTranslation('pos.sales')
  const format = useFormat()
  if (!of?.lastSaleAt) return null
  return (
    <span className={css.pace}>
      {t('lastSale', { time: format.time(of.lastSaleAt) })}
      {of.lastHour > 0 && ` · ${t('lastHour', { count: of.lastHour })}`}
    </span>
  )
}

/** What the till still holds, and numbers that have not arrived: until then its figures are not final. */
function State({ of }: { of: TillState | undefined }) {
  const { t } = useTranslation('pos.sales')
  if (!of || (of.unsentCount === 0 && of.missing === 0)) return null
  return (
    <span className={css.state}>
      {of.unsentCount > 0 && t('unsent', { count: of.unsentCount })}
      {of.unsentCount > 0 && of.missing > 0 && ' · '}
      {of.missing > 0 && t('missing', { count: of.missing })}
    </span>
  )
}
