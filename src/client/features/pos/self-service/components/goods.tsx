import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { toggleModifier, unansweredGroups } from '#local/pos/cart-edit.ts'
import { unavoidable } from '#local/pos/choice-allergens.ts'
import { allergensOf } from '#shared/pos/cart.rules.ts'
import type { Item, Modifier } from '#shared/pos/catalogue.contract.ts'
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
  const forbidden = till.customer(customerId)?.allergens ?? []
  const clash = unavoidable(item, till.catalogue.groupsOf(item), forbidden)
  const isForbidden = clash.length > 0
  const isSoldOut = item.soldOutOn !== undefined
  // What can be left out by a choice is asked there.
  const avoidable = till.allergenClash(customerId, item.allergens)
  return (
    <button
      type="button"
      className={css.tile}
      disabled={isForbidden || isSoldOut}
      data-item={item.id}
      onClick={() => onTap(item)}
    >
      <bdi className={css.tileName}>{pick(item.name)}</bdi>
      {isSoldOut && <span className={css.clash}>{t('choose.soldOut')}</span>}
      {isForbidden && <span className={css.clash}>{t('choose.clash', { allergens: names(clash) })}</span>}
      {!isForbidden && avoidable.length > 0 && (
        <span className={css.avoidable}>{t('choose.without', { allergens: names(avoidable) })}</span>
      )}
      <Money bare minor={item.price} />
    </button>
  )
}

interface OptionsProps {
  item: Item
  customerId: string
  /** Ids of the choices made so far. */
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onAdd: (modifiers: readonly Modifier[]) => void
  onClose: () => void
}

/** What an item has to ask. A choice that a pupil must not have cannot be added. */
export function Options({ item, customerId, chosen, onChoose, onAdd, onClose }: OptionsProps) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const till = useTill()
  const names = useAllergenNames()
  const groups = till.catalogue.groupsOf(item)
  const modifiers = groups.flatMap((group) => group.modifiers.filter(({ id }) => chosen.has(id)))
  const clash = till.allergenClash(customerId, allergensOf(item, modifiers))
  const isReady = unansweredGroups(groups, chosen).length === 0 && clash.length === 0
  return (
    <Sheet
      title={t('choose.options', { name: `⁨${pick(item.name)}⁩` })}
      onClose={onClose}
      footer={
        <Button kind="main" size="large" disabled={!isReady} onClick={() => onAdd(modifiers)}>
          {t('choose.add')}
        </Button>
      }
    >
      <p className={css.clash} role="status">
        {clash.length > 0 ? t('choose.clash', { allergens: names(clash) }) : ''}
      </p>
      {groups.map((group) => (
        <fieldset key={group.id} className={css.group}>
          <legend>
            <bdi>{pick(group.name)}</bdi>
          </legend>
          <div className={css.choices}>
            {group.modifiers.map((modifier) => {
              const added = till.allergenClash(customerId, modifier.addsAllergens)
              return (
                <Button
                  key={modifier.id}
                  size="large"
                  disabled={added.length > 0}
                  aria-pressed={chosen.has(modifier.id)}
                  onClick={() => onChoose(toggleModifier(chosen, group, modifier.id))}
                >
                  <bdi>{pick(modifier.name)}</bdi>
                  {added.length > 0 && <> – {t('choose.clash', { allergens: names(added) })}</>}
                </Button>
              )
            })}
          </div>
        </fieldset>
      ))}
    </Sheet>
  )
}
