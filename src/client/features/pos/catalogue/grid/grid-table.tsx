import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Money } from '#client/ui/tables/money.tsx'
import type { Currency } from '#shared/kernel/money.ts'
import type { Catalogue, CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import css from './grid.module.css'
import { Cell } from './grid-cell.tsx'
import type { GridColumn } from './grid-cells.ts'
import type { Grid, Place } from './use-grid.ts'

/** Height of a row in pixels: fixed, so that thousands need not be measured. */
const rowHeight = 40
/** Rows drawn above and below what is seen. */
const spare = 10

/** Returns which rows of a scrolled box have to be drawn: those in sight and some around them. */
function visibleRows(scrollTop: number, height: number, count: number): { first: number; end: number } {
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - spare)
  return { first, end: Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + spare) }
}

/** Follows the scrolling of a box. */
function useVisibleRows(box: RefObject<HTMLElement | null>, count: number) {
  const [rows, setRows] = useState(() => visibleRows(0, 800, count))
  useEffect(() => {
    const element = box.current
    if (!element) return
    const update = () => {
      const next = visibleRows(element.scrollTop, element.clientHeight, count)
      setRows((now) => (now.first === next.first && now.end === next.end ? now : next))
    }
    update()
    element.addEventListener('scroll', update, { passive: true })
    return () => element.removeEventListener('scroll', update)
  }, [box, count])
  return rows
}

interface GridTableProps {
  catalogue: Catalogue
  items: readonly CatalogueItem[]
  grid: Grid
  /** True where only prices of a later day are edited. */
  isPlan: boolean
  at: Place
  onMove: (at: Place) => void
}

/** The cells. One of them is an input; the keys take it through the grid. Only rows in sight are drawn. */
export function GridTable({ catalogue, items, grid, isPlan, at, onMove }: GridTableProps) {
  const { t } = useTranslation('pos.catalogue')
  const pick = useBilingual()
  const box = useRef<HTMLDivElement>(null)
  const { first, end } = useVisibleRows(box, items.length)
  const { columns } = grid
  const heads = useHeads(isPlan)
  // The row that is typed in stays in sight.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const top = at.row * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    const bottom = top + rowHeight * 2 - element.clientHeight
    if (bottom > element.scrollTop) element.scrollTop = bottom
  }, [at.row])
  return (
    <div ref={box} className={css.box}>
      <table className={css.grid} aria-rowcount={items.length + 1}>
        <thead>
          <tr style={{ blockSize: rowHeight }}>
            {isPlan && <th scope="col">{t('column.name')}</th>}
            {isPlan && (
              <th scope="col" className={css.price}>
                {t('grid.nowPrice')}
              </th>
            )}
            {columns.map((column) => (
              <th key={column} scope="col" className={css[column]}>
                {heads[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr aria-hidden="true" style={{ blockSize: first * rowHeight }} />
          {items.slice(first, end).map((item, n) => (
            <tr key={item.id} aria-rowindex={first + n + 2} style={{ blockSize: rowHeight }}>
              {isPlan && <NowCells item={item} currency={catalogue.currency} />}
              {columns.map((column) => (
                <Cell
                  key={column}
                  item={item}
                  place={{ row: first + n, column }}
                  label={`${heads[column]}, ${pick(item.name)}`}
                  isOpen={at.row === first + n && at.column === column}
                  grid={grid}
                  items={items}
                  onMove={onMove}
                />
              ))}
            </tr>
          ))}
          <tr aria-hidden="true" style={{ blockSize: (items.length - end) * rowHeight }} />
        </tbody>
      </table>
    </div>
  )
}

/** The words above the columns. */
function useHeads(isPlan: boolean): Record<GridColumn, string> {
  const { t } = useTranslation('pos.catalogue')
  return {
    nameEn: t('name.en'),
    nameAr: t('name.ar'),
    category: t('column.category'),
    price: t(isPlan ? 'grid.newPrice' : 'column.price'),
    tax: t('column.tax'),
    barcode: t('column.barcode'),
    sort: t('sort'),
    active: t('state.sold'),
  }
}

/** What an item is called and costs now, beside the price that is planned. */
function NowCells({ item, currency }: { item: CatalogueItem; currency: Currency }) {
  const pick = useBilingual()
  return (
    <>
      <th scope="row">
        <bdi>{pick(item.name)}</bdi>
      </th>
      <td className={css.price}>
        <Money minor={item.price} currency={currency} />
      </td>
    </>
  )
}
