import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Money } from '#client/ui/tables/money.tsx'
import type { Item } from '#shared/pos/catalogue.contract.ts'
import css from './choose.module.css'

interface GoodsProps {
  customerId: string
  onTap: (item: Item) => void
}

/** What there is, kind by kind. What a pupil must not have is shown, says why, and cannot be taken. */
export function Goods({ customerId, onTap }: GoodsProps) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const till = useTill()
  const [categoryId, setCategoryId] = useState<string | null>(null)
  const { categories, items, itemsOf } = till.catalogue
  const shown = categoryId === null ? items : itemsOf(categoryId)
  return (
    <div className={css.goods}>
      <nav className={css.kinds} aria-label={t('choose.categories')}>
        <Kind isChosen={categoryId === null} name={t('choose.everything')} onClick={() => setCategoryId(null)} />
        {categories.map(({ id, name }) => (
          <Kind key={id} isChosen={categoryId === id} name={pick(name)} onClick={() => setCategoryId(id)} />
        ))}
      </nav>
      <ul className={css.grid}>
        {shown.map((item) => (
          <li key={item.id}>
            <Tile item={item} customerId={customerId} onTap={onTap} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const Kind = ({ isChosen, name, onClick }: { isChosen: boolean; name: string; onClick: () => void }) => (
  <button type="button" className={css.kind} aria-pressed={isChosen} onClick={onClick}>
    <bdi>{name}</bdi>
  </button>
)

function Tile({ item, customerId, onTap }: GoodsProps & { item: Item }) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const till = useTill()
  const names = useAllergenNames()
  const isChangeable = till.catalogue.groupsOf(item).length > 0
  const clash = till.allergenClash(customerId, item.allergens)
  // What can be left out by a choice is asked there.
  const isForbidden = clash.length > 0 && !isChangeable
  return (
    <button type="button" className={css.tile} disabled={isForbidden} data-item={item.id} onClick={() => onTap(item)}>
      <bdi className={css.tileName}>{pick(item.name)}</bdi>
      {clash.length > 0 && <span className={css.clash}>{t('choose.clash', { allergens: names(clash) })}</span>}
      <Money bare minor={item.price} />
    </button>
  )
}
