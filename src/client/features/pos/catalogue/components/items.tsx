import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import { formatLongDay } from '#shared/kernel/text/format-day.rules.ts'
import type { Catalogue, CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import { putSoldOut } from '../catalogue.api.ts'
import css from './catalogue.module.css'

/** Rows that are drawn at once: thousands would make every key press slow. */
const maxShown = 100

interface ItemsProps {
  catalogue: Catalogue
  shown: readonly CatalogueItem[]
  openId: string | undefined
  onOpen: (item: CatalogueItem) => void
  /** The press gave an item another version than the one it had. */
  onVersion: (before: CatalogueItem, version: number) => void
  onChanged: () => void
}

/** The items found, each opening its panel; one press marks one as sold out. */
export function Items({ catalogue, shown, openId, onOpen, onVersion, onChanged }: ItemsProps) {
  const { t } = useTranslation('pos.catalogue')
  const errorText = useErrorText()
  const { mutate, error } = useMutation(
    async (item: CatalogueItem, isSoldOut: boolean) => {
      const { version } = await putSoldOut({ itemId: item.id, isSoldOut })
      return { before: item, version }
    },
    {
      onSuccess: ({ before, version }) => {
        onVersion(before, version)
        onChanged()
      },
    },
  )
  return (
    <>
      <p role="status" className={common.soft}>
        {t('found', { count: shown.length })}
      </p>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {shown.length > 0 && (
        <ItemTable
          catalogue={catalogue}
          items={shown.slice(0, maxShown)}
          openId={openId}
          onOpen={onOpen}
          onSoldOut={(item, isSoldOut) => void mutate(item, isSoldOut)}
        />
      )}
      {shown.length > maxShown && <p className={common.soft}>{t('more', { count: maxShown })}</p>}
    </>
  )
}

interface ItemTableProps {
  catalogue: Catalogue
  items: readonly CatalogueItem[]
  /** Id of the item whose panel is open. */
  openId: string | undefined
  onOpen: (item: CatalogueItem) => void
  onSoldOut: (item: CatalogueItem, isSoldOut: boolean) => void
}

/** Items with what a supervisor compares: category, price, tax, barcode, and whether tills sell them. */
function ItemTable({ catalogue, items, openId, onOpen, onSoldOut }: ItemTableProps) {
  const { t } = useTranslation('pos.catalogue')
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
          <ItemRow
            key={item.id}
            item={item}
            catalogue={catalogue}
            isOpen={item.id === openId}
            onOpen={() => onOpen(item)}
            onSoldOut={(isSoldOut) => onSoldOut(item, isSoldOut)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface ItemRowProps {
  item: CatalogueItem
  catalogue: Catalogue
  isOpen: boolean
  onOpen: () => void
  onSoldOut: (isSoldOut: boolean) => void
}

function ItemRow({ item, catalogue, isOpen, onOpen, onSoldOut }: ItemRowProps) {
  const { t } = useTranslation('pos.catalogue')
  const pick = useBilingual()
  const { currency, today } = catalogue
  const category = catalogue.categories.find(({ id }) => id === item.categoryId)
  const tax = catalogue.taxCodes.find(({ code }) => code === item.taxCode)
  return (
    <tr aria-current={isOpen || undefined}>
      <th scope="row">
        <span className={css.named}>
          {item.picture && <img className={css.thumb} src={item.picture} alt="" loading="lazy" />}
          <button type="button" dir="auto" className={list.open} onClick={onOpen}>
            {pick(item.name)}
          </button>
        </span>
      </th>
      <td>
        <bdi>{category && pick(category.name)}</bdi>
      </td>
      <td className={css.amount}>
        <Money minor={item.price} currency={currency} />
      </td>
      <td className={css.extra}>
        <bdi>{tax ? pick(tax.name) : item.taxCode}</bdi>
      </td>
      <td className={`${list.soft} ${css.extra}`}>{item.barcode !== null && <bdi dir="ltr">{item.barcode}</bdi>}</td>
      <td>
        <ItemState item={item} today={today} />
      </td>
      <td>
        {item.active && (
          <button type="button" className={css.rowButton} onClick={() => onSoldOut(item.soldOutOn !== today)}>
            {t(item.soldOutOn === today ? 'soldOut.undo' : 'soldOut.set')}
          </button>
        )}
      </td>
    </tr>
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
