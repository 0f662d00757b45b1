import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { toggleModifier, unansweredGroups } from '#local/pos/cart-edit.ts'
import { sum } from '#shared/kernel/money.ts'
import { allergensOf } from '#shared/pos/cart.rules.ts'
import type { Item, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import { addToCart, changeModifiers } from '../cart/cart.actions.ts'
import { cartAtom, customerAtom } from '../cart/cart.atoms.ts'
import { sheetAtom } from '../till.atoms.ts'
import css from './item-sheet.module.css'

interface GroupProps {
  group: ModifierGroup
  chosen: ReadonlySet<string>
  onToggle: (group: ModifierGroup, id: string) => void
}

function Group({ group, chosen, onToggle }: GroupProps) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const { min, max } = group
  const rule =
    min === max
      ? t('item.exactly', { count: min })
      : min > 0
        ? t('item.between', { min, max })
        : t('item.upTo', { count: max })
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>
        <bdi>{pick(group.name)}</bdi> <span className={css.rule}>{rule}</span>
      </legend>
      <div className={css.choices}>
        {group.modifiers.map((modifier) => (
          <button
            key={modifier.id}
            type="button"
            className={css.choice}
            aria-pressed={chosen.has(modifier.id)}
            onClick={() => onToggle(group, modifier.id)}
          >
            <bdi>{pick(modifier.name)}</bdi>
            {modifier.priceDelta !== 0 && (
              <span className={css.delta}>
                <bdi dir="ltr">{modifier.priceDelta > 0 ? '+' : ''}</bdi>
                <Money bare minor={modifier.priceDelta} />
              </span>
            )}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** What is in it, and which of it this customer must not have. */
function Contents({ item, chosen }: { item: Item; chosen: ReadonlySet<string> }) {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const known = useAtomValue(customerAtom)
  const modifiers = till.catalogue.groupsOf(item).flatMap((g) => g.modifiers.filter(({ id }) => chosen.has(id)))
  const allergens = allergensOf(item, modifiers)
  const clash = known ? till.allergenClash(known.customer.id, allergens) : []
  if (allergens.length === 0) return <p className={css.contents}>{t('item.noAllergens')}</p>
  return (
    <p className={css.contents} role="status">
      {t('item.contains')}{' '}
      {allergens.map((allergen) => (
        <span key={allergen} className={css.allergen} data-clash={clash.includes(allergen) || undefined}>
          {t(`allergen.${allergen}`)}
        </span>
      ))}
    </p>
  )
}

/** Everything an item has to ask before it goes into the cart, or when its line is changed. */
export function ItemSheet({ itemId, lineId }: { itemId: string; lineId: string | undefined }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const format = useFormat()
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const line = useAtomValue(cartAtom)?.lines.find(({ id }) => id === lineId)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(line?.modifiers.map(({ id }) => id)))
  const item = till.catalogue.item(itemId)
  if (!item) return null
  const groups = till.catalogue.groupsOf(item)
  const modifiers = groups.flatMap((group) => group.modifiers.filter(({ id }) => chosen.has(id)))
  const missing = unansweredGroups(groups, chosen)
  const price = format.amount(Math.max(0, sum([item.price, ...modifiers.map((m) => m.priceDelta)])))
  const put = () => {
    setSheet(null)
    if (line) changeModifiers(line.id, modifiers)
    else addToCart(item, modifiers)
  }
  return (
    <Sheet
      title={<bdi>{pick(item.name)}</bdi>}
      onClose={() => setSheet(null)}
      footer={
        <Button kind="main" size="large" disabled={missing.length > 0} data-action="add" onClick={put}>
          {missing[0]
            ? t('item.choose', { group: pick(missing[0].name) })
            : line
              ? t('item.change', { price })
              : t('item.add', { price })}
        </Button>
      }
    >
      <Contents item={item} chosen={chosen} />
      {groups.map((group) => (
        <Group
          key={group.id}
          group={group}
          chosen={chosen}
          onToggle={(of, id) => setChosen(toggleModifier(chosen, of, id))}
        />
      ))}
    </Sheet>
  )
}
