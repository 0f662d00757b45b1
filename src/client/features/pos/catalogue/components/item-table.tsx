import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { Catalogue, CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import css from './catalogue.module.css'

interface ItemTableProps {
  catalogue: Catalogue
  items: readonly CatalogueItem[]
  onOpen: (item: CatalogueItem) => void
}

/** Items with what a supervisor compares: category, price, tax, barcode, and whether tills sell them. */
export function ItemTable({ catalogue: { categories, taxCodes, currency }, items, onOpen }: ItemTableProps) {
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
          <th scope="col">{t('column.tax')}</th>
          <th scope="col">{t('column.barcode')}</th>
          <th scope="col">{t('column.state')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <th scope="row">
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
            <td>
              <bdi>{taxNames.get(item.taxCode) ?? item.taxCode}</bdi>
            </td>
            <td className={list.soft}>{item.barcode !== null && <bdi dir="ltr">{item.barcode}</bdi>}</td>
            <td>{t(item.active ? 'state.sold' : 'state.hidden')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
