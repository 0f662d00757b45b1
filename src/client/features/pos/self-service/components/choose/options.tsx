import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { toggleModifier, unansweredGroups } from '#local/pos/cart-edit.ts'
import { type Minor, sum } from '#shared/kernel/money.ts'
import { allergensOf } from '#shared/pos/cart.rules.ts'
import type { Allergen, Item, Modifier, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import { ItemPicture } from '../../../pictures/item-picture.tsx'
import selfCss from '../../self-service.module.css'
import css from './options.module.css'

interface OptionsProps {
  item: Item
  customerId: string
  /** It is confirmed whose visit it is: reasons may be said. */
  isKnown: boolean
  /** Ids of the choices made so far. */
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onAdd: (modifiers: readonly Modifier[]) => void
  onClose: () => void
}

/** What an item has to ask. What a pupil must not have is left out from the start and cannot be added. */
export function Options({ item, customerId, isKnown, chosen, onChoose, onAdd, onClose }: OptionsProps) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const format = useFormat()
  const till = useTill()
  const names = useAllergenNames()
  const groups = till.catalogue.groupsOf(item)
  const modifiers = groups.flatMap((group) => group.modifiers.filter(({ id }) => chosen.has(id)))
  const clash = till.allergenClash(customerId, allergensOf(item, modifiers))
  const isReady = unansweredGroups(groups, chosen).length === 0 && clash.length === 0
  const price = sum([item.price, ...modifiers.map(({ priceDelta }) => priceDelta)])
  const reason = (allergens: Allergen[]) =>
    isKnown ? t('choose.has', { allergens: names(allergens) }) : t('choose.notToday')
  return (
    <Sheet
      title={t('choose.options', { name: `⁨${pick(item.name)}⁩` })}
      onClose={onClose}
      footer={
        <button type="button" className={selfCss.go} disabled={!isReady} onClick={() => onAdd(modifiers)}>
          {t('choose.add')} · {format.money(price, till.settings.currency)}
        </button>
      }
    >
      <div className={css.top}>
        <ItemPicture item={item} />
        <p className={css.clash} role="status">
          {clash.length > 0 ? reason(clash) : ''}
        </p>
      </div>
      {groups.map((group) => (
        <Group
          key={group.id}
          group={group}
          customerId={customerId}
          chosen={chosen}
          reason={reason}
          onChoose={onChoose}
        />
      ))}
    </Sheet>
  )
}

interface GroupProps extends Pick<OptionsProps, 'chosen' | 'customerId' | 'onChoose'> {
  group: ModifierGroup
  reason: (allergens: Allergen[]) => string
}

function Group({ group, customerId, chosen, reason, onChoose }: GroupProps) {
  const pick = useBilingual()
  const till = useTill()
  return (
    <fieldset className={css.group}>
      <legend>
        <bdi>{pick(group.name)}</bdi>
      </legend>
      <div className={css.choices}>
        {group.modifiers.map((modifier) => {
          const added = till.allergenClash(customerId, modifier.addsAllergens)
          const isChosen = chosen.has(modifier.id)
          return (
            <button
              key={modifier.id}
              type="button"
              className={css.choice}
              disabled={added.length > 0}
              aria-pressed={isChosen}
              onClick={() => onChoose(toggleModifier(chosen, group, modifier.id))}
            >
              {isChosen && <CheckIcon size={28} />}
              <bdi>{pick(modifier.name)}</bdi>
              {added.length > 0 && <small>{reason(added)}</small>}
              {added.length === 0 && modifier.priceDelta !== 0 && <Extra minor={modifier.priceDelta} />}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

const Extra = ({ minor }: { minor: Minor }) => (
  <small aria-hidden="true">
    <bdi dir="ltr">{minor > 0 ? '+' : ''}</bdi>
    <Money bare minor={minor} />
  </small>
)
