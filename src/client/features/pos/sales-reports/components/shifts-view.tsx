import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { useAnswer } from '#client/platform/use-answer.ts'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { SalesByShift, SalesFilter, SalesPlace, ShiftSales } from '#shared/pos/reports/sales-report.contract.ts'
import { exportByShift, readByShift, readPlaces } from '../sales-report.api.ts'
import css from '../sales-report.module.css'
import { columnsWith, FigureCells, FigureHeads } from './figure-cells.tsx'
import { SalesView } from './sales-view.tsx'

interface ShiftsViewProps {
  filter: SalesFilter
  isOfOneTill: boolean
}

/** Shift after shift: of one till with the minute in which it sold most, or of all of them for what was over and short. */
export function ShiftsView({ filter, isOfOneTill }: ShiftsViewProps) {
  const { t } = useTranslation('pos.sales')
  const format = useFormat()
  const { firstDay, lastDay, siteId, tillId } = filter
  const question = useCallback(
    () => readByShift({ firstDay, lastDay, siteId, tillId }),
    [firstDay, lastDay, siteId, tillId],
  )
  const places = useAnswer(readPlaces).answer?.places
  const asked = useAnswer(question)
  return (
    <SalesView
      of={asked}
      isEmpty={({ shifts }) => shifts.length === 0}
      file={
        <ExportButton list="salesByShift" of={asked.answer?.shifts} fetchFile={(how) => exportByShift(filter, how)} />
      }
    >
      {(answer) => (
        <>
          {answer.peak && (
            <p className={css.facts}>
              {t('peak', { count: answer.peak.sales, time: format.dateTime(answer.peak.at) })}
            </p>
          )}
          <ShiftTable answer={answer} {...(!isOfOneTill && places && { places })} />
        </>
      )}
    </SalesView>
  )
}

interface ShiftTableProps {
  answer: SalesByShift
  /** Shown where shifts of several tills stand together. */
  places?: readonly SalesPlace[]
}

const drawer = ['expected', 'counted', 'difference'] as const

/** Shifts with what was sold in them and how their drawers were counted, the latest first. */
function ShiftTable({ answer: { shifts, total, isCut }, places }: ShiftTableProps) {
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
