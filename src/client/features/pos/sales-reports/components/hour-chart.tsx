import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { quarterText } from '#shared/pos/reports/quarter.rules.ts'
import type { SalesPart } from '#shared/pos/reports/sales-figures.contract.ts'
import css from '../sales-report.module.css'

interface HourChartProps {
  /** In the order of the business day. */
  parts: readonly SalesPart[]
}

/** All quarters from the first to the last that sold anything, also those that sold nothing. */
function quartersOf(parts: readonly SalesPart[]): number[] {
  const first = Number(parts[0]?.key ?? 0)
  const last = Number(parts.at(-1)?.key ?? 0)
  return Array.from({ length: ((last - first + 96) % 96) + 1 }, (_, n) => (first + n) % 96)
}

/** The day as columns, one for each quarter of an hour. Its numbers stand in the table beside it, so it is hidden from readers of screens. */
export function HourChart({ parts }: HourChartProps) {
  const { t } = useTranslation('pos.sales')
  const format = useFormat()
  const totals = new Map(parts.map((part) => [Number(part.key), part]))
  const most = Math.max(1, ...parts.map(({ total }) => total))
  return (
    <figure className={css.chart} aria-hidden>
      <figcaption>{t('chart.hour', { amount: format.money(most) })}</figcaption>
      <div className={css.columns}>
        {quartersOf(parts).map((quarter) => {
          const total = Math.max(0, totals.get(quarter)?.total ?? 0)
          return (
            <div key={quarter} className={css.quarter} title={`${quarterText(quarter)} · ${format.money(total)}`}>
              <span className={css.column} style={{ blockSize: `${(total / most) * 100}%` }} />
              <span className={css.hour}>{quarter % 4 === 0 ? quarterText(quarter).slice(0, 2) : ''}</span>
            </div>
          )
        })}
      </div>
    </figure>
  )
}
