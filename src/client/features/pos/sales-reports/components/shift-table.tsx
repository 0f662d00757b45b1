import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { SalesByShift, SalesPlace, ShiftSales } from '#shared/pos/reports/sales-report.contract.ts'
import css from '../sales-report.module.css'
import { columnsWith, FigureCells, FigureHeads } from './figure-cells.tsx'

interface ShiftTableProps {
  answer: SalesByShift
  /** Shown where shifts of several tills stand together. */
  places?: readonly SalesPlace[]
}

const drawer = ['expected', 'counted', 'difference'] as const

/** Shifts with what was sold in them and how their drawers were counted, the latest first. */
export function ShiftTable({ answer: { shifts, total, isCut }, places }: ShiftTableProps) {
  const { t } = useTranslation('pos.sales')
  const format = useFormat()
  const pick = useBilingual()
  const columns = columnsWith([...shifts, total])
  const tills = new Map(places?.flatMap((place) => place.tills.map((till) => [till.id, pick(till.name)])))
  return (
    // A scrolled box must be reachable without a mouse.
    <section className={css.scroll} tabIndex={0} aria-label={t('view.drawers')} data-keeps-scroll="sales-by-shift">
      <table className={`${list.table} ${css.table}`}>
        <thead>
          <tr>
            <th scope="col">{t('column.shift')}</th>
            <th scope="col">{t('column.opened')}</th>
            <th scope="col" className={css.number}>
              {t('column.sales')}
            </th>
            <FigureHeads columns={columns} />
            {drawer.map((column) => (
              <th key={column} scope="col" className={css.number}>
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shifts.map((shift) => (
            <ShiftRow key={shift.shiftId} shift={shift} till={tills.get(shift.tillId)} columns={columns} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('total')}
            </th>
            <td className={css.number} data-label={t('column.sales')}>
              <bdi className="num">{format.count(total.sales)}</bdi>
            </td>
            <FigureCells of={total} columns={columns} />
            <td className={css.blank} colSpan={drawer.length}>
              –
            </td>
          </tr>
        </tfoot>
      </table>
      {isCut && <p role="status">{t('cut')}</p>}
    </section>
  )
}

interface ShiftRowProps {
  shift: ShiftSales
  till: string | undefined
  columns: ReturnType<typeof columnsWith>
}

function ShiftRow({ shift, till, columns }: ShiftRowProps) {
  const { t } = useTranslation('pos.sales')
  const format = useFormat()
  const isOff = shift.difference !== null && shift.difference !== 0
  return (
    <tr>
      <th scope="row">
        <Link to="/pos/report" search={{ shift: shift.shiftId }} className={list.open}>
          {shift.no === null ? t('shiftUnknown') : t('shift', { no: format.count(shift.no) })}
        </Link>
        {till && <bdi className={css.under}>{till}</bdi>}
      </th>
      <td data-label={t('column.opened')}>
        <Opened shift={shift} />
      </td>
      <td className={css.number} data-label={t('column.sales')}>
        <bdi className="num">{format.count(shift.sales)}</bdi>
      </td>
      <FigureCells of={shift} columns={columns} />
      {drawer.map((column) => (
        <td
          key={column}
          className={css.number}
          data-label={t(`column.${column}`)}
          data-off={(column === 'difference' && isOff) || undefined}
        >
          {shift[column] === null ? '–' : <Money bare minor={shift[column]} />}
          {column === 'difference' && shift.reason && <bdi className={css.under}>{shift.reason}</bdi>}
        </td>
      ))}
    </tr>
  )
}

function Opened({ shift: { openedAt, openedBy, closedAt, businessDay } }: { shift: ShiftSales }) {
  const { t } = useTranslation('pos.sales')
  const format = useFormat()
  const pick = useBilingual()
  return (
    <>
      <bdi>{openedAt ? format.dateTime(openedAt) : businessDay}</bdi>
      {openedBy && <bdi className={css.under}>{pick(openedBy)}</bdi>}
      {openedAt && !closedAt && <span className={css.state}>{t('open')}</span>}
    </>
  )
}
