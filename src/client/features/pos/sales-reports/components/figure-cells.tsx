import { useTranslation } from 'react-i18next'
import { Money } from '#client/ui/tables/money.tsx'
import type { SalesFigures } from '#shared/pos/reports/sales-figures.contract.ts'
import css from '../sales-report.module.css'

export const moneyColumns = ['gross', 'discount', 'refunded', 'net', 'tax', 'total'] as const
type MoneyColumn = (typeof moneyColumns)[number]

/** Columns that are left out where nothing is in them. */
const seldom: ReadonlySet<MoneyColumn> = new Set(['discount', 'refunded'])

/** The columns that say something about these rows. */
export const columnsWith = (rows: readonly Pick<SalesFigures, MoneyColumn>[]): MoneyColumn[] =>
  moneyColumns.filter((column) => !seldom.has(column) || rows.some((row) => row[column] !== 0))

interface FigureCellsProps {
  of: Pick<SalesFigures, MoneyColumn>
  columns: readonly MoneyColumn[]
}

/** Amounts of a row; of nothing a dash, so that what happened stands out. */
export function FigureCells({ of, columns }: FigureCellsProps) {
  const { t } = useTranslation('pos.sales')
  return columns.map((column) => (
    <td key={column} className={css.number} data-label={t(`column.${column}`)}>
      {of[column] === 0 && column !== 'total' ? '–' : <Money bare minor={of[column]} />}
    </td>
  ))
}

/** Heads of the same columns. */
export function FigureHeads({ columns }: Pick<FigureCellsProps, 'columns'>) {
  const { t } = useTranslation('pos.sales')
  return columns.map((column) => (
    <th key={column} scope="col" className={css.number}>
      {t(`column.${column}`)}
    </th>
  ))
}
