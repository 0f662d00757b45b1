import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import { quarterText } from '#shared/pos/reports/quarter.rules.ts'
import type { SalesDivision, SalesPart } from '#shared/pos/reports/sales-figures.contract.ts'
import type { SalesDivided } from '#shared/pos/reports/sales-report.contract.ts'
import css from '../sales-report.module.css'
import { columnsWith, FigureCells, FigureHeads } from './figure-cells.tsx'

interface DivisionTableProps {
  by: Exclude<SalesDivision, 'till'>
  division: Pick<SalesDivided, 'parts' | 'total'>
  /** Without it, how much was sold and not for how much. */
  hasMoney?: boolean
}

/** What a part is called: an item or person by name, a class by its own, a quarter of an hour by its beginning, a tax by code and rate. */
function usePartName(by: DivisionTableProps['by']): (part: SalesPart) => string {
  const { t } = useTranslation('pos.sales')
  const pick = useBilingual()
  const format = useFormat()
  return ({ key, name }) => {
    if (by === 'hour') return quarterText(Number(key))
    if (by === 'tax') {
      const [code = '', ppm = '0'] = key.split('|')
      return `${code} · ${format.percent(Number(ppm))}`
    }
    if (name) return pick(name)
    if (by === 'class') return key || t('noClass')
    return t(by === 'category' ? 'none' : 'unknown')
  }
}

interface CountColumn {
  code: 'sales' | 'pieces' | 'waste' | 'perHour'
  of: (part: SalesPart) => number | null
  /** Null where a sum says nothing. */
  total: number | null
}

/** Which counts a division has beside its amounts. */
function countColumns(by: DivisionTableProps['by'], { parts, total }: DivisionTableProps['division']): CountColumn[] {
  const inPieces = (milli: number | null) => (milli === null ? null : milli / 1000)
  const sumOf = (pick: (part: SalesPart) => number | null) => parts.reduce((n, part) => n + (pick(part) ?? 0), 0) / 1000
  const all: (CountColumn & { isShown: boolean })[] = [
    {
      code: 'sales',
      of: (part) => part.sales,
      total: total.sales,
      isShown: by === 'hour' || by === 'cashier' || by === 'class',
    },
    {
      code: 'pieces',
      of: (part) => inPieces(part.qtyMilli),
      total: sumOf((part) => part.qtyMilli),
      isShown: by === 'item' || by === 'category',
    },
    {
      code: 'waste',
      of: (part) => inPieces(part.wasteMilli),
      total: sumOf((part) => part.wasteMilli),
      isShown: parts.some(({ wasteMilli }) => (wasteMilli ?? 0) > 0),
    },
    {
      code: 'perHour',
      of: (part) => part.perHour,
      total: null,
      isShown: parts.some(({ perHour }) => perHour !== null),
    },
  ]
  return all.filter(({ isShown }) => isShown)
}

/** A division of the sales: each part with a bar of its share beside its figures, and what all of them come to. */
export function DivisionTable({ by, division, hasMoney = true }: DivisionTableProps) {
  const { t } = useTranslation('pos.sales')
  const nameOf = usePartName(by)
  const { parts, total } = division
  const columns = hasMoney ? columnsWith([...parts, total]) : []
  const counts = countColumns(by, division)
  const most = Math.max(1, ...parts.map((part) => Math.abs(part.total)))
  return (
    // A scrolled box must be reachable without a mouse.
    <section className={css.scroll} tabIndex={0} aria-label={t(`view.${by}`)} data-keeps-scroll={`sales-${by}`}>
      <table className={`${list.table} ${css.table}`}>
        <thead>
          <tr>
            <th scope="col">{t(`view.${by}`)}</th>
            {counts.map(({ code }) => (
              <th key={code} scope="col" className={css.number}>
                {t(`column.${code}`)}
              </th>
            ))}
            <FigureHeads columns={columns} />
            {hasMoney && (
              <th scope="col" className={css.share}>
                {t('column.share')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.key}>
              <th scope="row">
                <bdi>{nameOf(part)}</bdi>
              </th>
              {counts.map(({ code, of }) => (
                <Count key={code} label={t(`column.${code}`)} of={of(part)} />
              ))}
              <FigureCells of={part} columns={columns} />
              {hasMoney && <Share part={part} most={most} total={total.total} />}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {counts.map((column) => (
              <Count key={column.code} label={t(`column.${column.code}`)} of={column.total} />
            ))}
            <FigureCells of={total} columns={columns} />
            {hasMoney && <td className={css.blank}>–</td>}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** The share of a part, as a bar and as its number; what more went back than came in is drawn in another colour. */
function Share({ part, most, total }: { part: SalesPart; most: number; total: number }) {
  const { t } = useTranslation('pos.sales')
  const format = useFormat()
  return (
    <td className={css.share} data-label={t('column.share')}>
      <span className={css.line} aria-hidden>
        <span
          className={css.bar}
          data-back={part.total < 0 || undefined}
          style={{ inlineSize: `${(Math.abs(part.total) / most) * 100}%` }}
        />
      </span>
      <span className={css.percent}>
        {total === 0 ? '–' : format.percent(Math.round((part.total / total) * 1000) * 1000)}
      </span>
    </td>
  )
}

function Count({ label, of }: { label: string; of: number | null }) {
  const format = useFormat()
  return (
    <td className={css.number} data-label={label}>
      {of === null ? '–' : <bdi className="num">{format.count(of)}</bdi>}
    </td>
  )
}
