import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { addItem, type OpenCart } from '#local/pos/cart-edit.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { Item, Modifier } from '#shared/pos/catalogue.contract.ts'
import { firstName } from '../../first-name.ts'
import { spendableNow } from '../../../spending/rules-now.ts'
import { itemState, usualChoices } from '../../item-state.ts'
import { forYou, isOfToday } from '../../shelf.rules.ts'
import type { Choosing } from '../../visit.types.ts'
import { ItemPicture } from '../../../pictures/item-picture.tsx'
import { ChildSign } from '../child-sign.tsx'
import { Stage } from '../stage.tsx'
import { Basket } from './basket.tsx'
import { FacePanel } from './face-panel.tsx'
import { Options } from './options.tsx'
import { PayBar } from './pay-bar.tsx'
import { Shelf } from './shelf.tsx'

interface ChooseProps {
  scene: Choosing
  cart: OpenCart & { customerId: CustomerId }
  tenderId: string
  /** Another dialog is open: there is never a second one on top of it. */
  isCovered: boolean
  onChange: (cart: OpenCart) => void
}

/**
 * Food by taps, and one button that pays. While the face of who was named is still being looked for, nothing of their account is
 * shown: no name, no money, no reason.
 */
export function Choose({ scene, cart, tenderId, isCovered, onChange }: ChooseProps) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const till = useTill()
  const [asking, setAsking] = useState<{ item: Item; chosen: ReadonlySet<string> } | null>(null)
  const { customerId, proof } = scene
  const customer = till.customer(customerId)
  const { total } = till.priceCart(cart).totals
  const left = proof ? spendableNow(till, customerId) - total : undefined
  const put = (item: Item, modifiers: readonly Modifier[]) => {
    setAsking(null)
    onChange(addItem(cart, item, modifiers, till.newId()))
  }
  const tap = (item: Item) => {
    if (till.catalogue.groupsOf(item).length === 0) return put(item, [])
    setAsking({
      item,
      chosen: usualChoices(till, item, { customerId, without: itemState(till, item, { customerId, left }).without }),
    })
  }
  const name = proof && customer ? firstName(pick(customer.name)) : ''
  const [first] = forYou(till.catalogue).filter(({ soldOutOn }) => soldOutOn === undefined)
  const today = first && isOfToday(first) ? first : undefined
  return (
    <div data-proof={proof?.kind ?? 'none'} data-told={scene.faceEnd}>
      <Stage
        title={name ? t('choose.title', { name: `⁨${name}⁩` }) : t('choose.titleUnknown')}
        isPersonal
        corner={proof && <ChildSign customerId={customerId} />}
        lead={
          proof ? (
            today && t('choose.today', { dish: `⁨${pick(today.name)}⁩` })
          ) : (
            <FacePanel scene={scene} saleId={cart.saleId} />
          )
        }
        picture={proof && first && <ItemPicture item={first} />}
        bar={<PayBar scene={scene} cart={cart} tenderId={tenderId} />}
      >
        <Shelf customerId={customerId} cart={cart} left={left} isKnown={proof !== null} onTap={tap} />
        <Basket cart={cart} left={left} isCovered={isCovered || asking !== null} onChange={onChange} />
      </Stage>
      {asking && !isCovered && (
        <Options
          {...asking}
          customerId={customerId}
          isKnown={proof !== null}
          onChoose={(chosen) => setAsking({ ...asking, chosen })}
          onAdd={(modifiers) => put(asking.item, modifiers)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
