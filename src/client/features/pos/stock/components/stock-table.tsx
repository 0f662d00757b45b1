import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { wholeQty } from '#shared/kernel/money.ts'
import type { StockItem } from '#shared/pos/stock/stock.contract.ts'
import css from '../stock.module.css'

interface StockTableProps {
  items: readonly StockItem[]
  onOpen: (kind: 'received' | 'wasted' | 'ledger' | 'track', item: StockItem) => void
}

/** One line per item with a stock: what should be there, and what moved today. */
export function StockTable({ items, onOpen }: StockTableProps) {
  const { t } = useTranslation('pos.stock')
  return (
    <table className={list.table}>
      <thead>
        <tr>
          <th scope="col">{t('column.item')}</th>
          <th scope="col" className={css.number}>
            {t('column.pieces')}
          </th>
          <th scope="col" className={css.number}>
            {t('column.sold')}
          </th>
          <th scope="col" className={css.number}>
            {t('column.wasted')}
          </th>
          <th scope="col">{t('column.counted')}</th>
          <th scope="col">{t('column.acts')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <StockRow key={item.itemId} item={item} onOpen={(kind) => onOpen(kind, item)} />
        ))}
      </tbody>
    </table>
  )
}

function StockRow({
  item,
  onOpen,
}: {
  item: StockItem
  onOpen: (kind: Parameters<StockTableProps['onOpen']>[0]) => void
}) {
  const { t } = useTranslation('pos.stock')
  const pick = useBilingual()
  const format = useFormat()
  const pieces = (milli: number) => <bdi>{format.count(milli / wholeQty)}</bdi>
  const { qtyMilli, soldTodayMilli, wastedTodayMilli, countedAt, isSoldOut, sellsOut } = item
  return (
    <tr data-item={item.itemId}>
      <th scope="row">
        <button type="button" dir="auto" className={list.open} onClick={() => onOpen('ledger')}>
          {pick(item.name)}
        </button>
        {(isSoldOut || sellsOut) && <small>{t(isSoldOut ? 'state.soldOut' : 'state.sellsOut')}</small>}
      </th>
      <td className={qtyMilli < 0 ? `${css.number} ${css.less}` : css.number}>
        <Label>{t('column.pieces')}</Label> {pieces(qtyMilli)}
      </td>
      <td className={css.number}>
        <Label>{t('column.sold')}</Label> {pieces(soldTodayMilli)}
      </td>
      <td className={css.number}>
        <Label>{t('column.wasted')}</Label> {pieces(wastedTodayMilli)}
      </td>
      <td>
        <Label>{t('column.counted')}</Label> {countedAt ? <bdi>{format.dateTime(countedAt)}</bdi> : t('neverCounted')}
      </td>
      <td>
        <Acts onOpen={onOpen} />
      </td>
    </tr>
  )
}

/** The column's name, on a phone, where each line is a card. */
const Label = ({ children }: { children: string }) => (
  <span className={css.label} aria-hidden>
    {children}:
  </span>
)

/** What can be entered of one item. */
function Acts({ onOpen }: { onOpen: (kind: 'received' | 'wasted' | 'track') => void }) {
  const { t } = useTranslation('pos.stock')
  return (
    <div className={css.acts}>
      <Button onClick={() => onOpen('received')}>{t('receive.open')}</Button>
      <Button onClick={() => onOpen('wasted')}>{t('waste.open')}</Button>
      <Button onClick={() => onOpen('track')}>{t('track.change')}</Button>
    </div>
  )
}
