import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import { formatLongDay } from '#shared/kernel/text/format-day.rules.ts'
import type { Catalogue, CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import css from './catalogue.module.css'

interface ItemTableProps {
  catalogue: Catalogue
  items: readonly CatalogueItem[]
  /** Id of the item whose panel is open. */
  openId: string | undefined
  onOpen: (item: CatalogueItem) => void
  onSoldOut: (item: CatalogueItem, isSoldOut: boolean) => void
}

/** Items with what a supervisor compares: category, price, tax, barcode, and whether tills sell them. */
export function ItemTable({ catalogue, items, openId, onOpen, onSoldOut }: ItemTableProps) {
  const { categories, taxCodes, currency, today } = catalogue
  const { t } = useTranslation('pos.catalogue')
  const pick = useBilingual()
  const categoryNames = new Map(categories.map(({ id, name }) => [id, pick(name)]))
  const taxNames = new Map(taxCodes.map(({ code, name }) => [code, pick(name)]))
  return (
    <table className={list.table}>
      <thead>
        <tr>
          <th scope="col">{t('column.name')}</th>
          <th scope="col">{t('column.category')}</th>
          <th scope="col" className={css.amount}>
            {t('column.price')}
          </th>
          <th scope="col" className={css.extra}>
            {t('column.tax')}
          </th>
          <th scope="col" className={css.extra}>
            {t('column.barcode')}
          </th>
          <th scope="col">{t('column.state')}</th>
          <th scope="col">{t('column.today')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} aria-current={item.id === openId || undefined}>
            <th scope="row">
              {item.picture && <img className={css.thumb} src={item.picture} alt="" loading="lazy" />}
              <button type="button" dir="auto" className={list.open} onClick={() => onOpen(item)}>
                {pick(item.name)}
              </button>
            </th>
            <td>
              <bdi>{categoryNames.get(item.categoryId)}</bdi>
            </td>
            <td className={css.amount}>
              <Money minor={item.price} currency={currency} />
            </td>
            <td className={css.extra}>
              <bdi>{taxNames.get(item.taxCode) ?? item.taxCode}</bdi>
            </td>
            <td className={`${list.soft} ${css.extra}`}>
              {item.barcode !== null && <bdi dir="ltr">{item.barcode}</bdi>}
            </td>
            <td>
              <ItemState item={item} today={today} />
            </td>
            <td>
              {item.active && (
                <button
                  type="button"
                  className={css.rowButton}
                  onClick={() => onSoldOut(item, item.soldOutOn !== today)}
                >
                  {t(item.soldOutOn === today ? 'soldOut.undo' : 'soldOut.set')}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Whether the tills sell it on this day, and why not. */
function ItemState({ item, today }: { item: CatalogueItem; today: string }) {
  const { t, i18n } = useTranslation('pos.catalogue')
  const { active, soldOutOn, availableFrom = today, availableUntil = today } = item
  const day = (value: string) => formatLongDay(value, i18n.language)
  if (!active) return t('state.hidden')
  if (availableFrom > today) return t('state.from', { day: day(availableFrom) })
  if (availableUntil < today) return t('state.until', { day: day(availableUntil) })
  if (soldOutOn === today) return <span className={css.soldOut}>{t('state.soldOut')}</span>
  return t('state.sold')
}
