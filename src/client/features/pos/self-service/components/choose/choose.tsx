import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { FaceGuide } from '#client/ui/face-guide.tsx'
import { addItem, type OpenCart } from '#local/pos/cart-edit.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { Item, Modifier } from '#shared/pos/catalogue.contract.ts'
import { firstName } from '../../first-name.ts'
import { spendableNow } from '../../../spending/rules-now.ts'
import { useFaceCheck } from '../../hooks/use-face-check.ts'
import { itemState, usualChoices } from '../../item-state.ts'
import css from '../../self-service.module.css'
import { forYou, isOfToday } from '../../shelf.rules.ts'
import { useVisit } from '../../visit-context.ts'
import type { Choosing, VisitEvent } from '../../visit.types.ts'
import { ItemPicture } from '../../../pictures/item-picture.tsx'
import { ChildSign } from '../child-sign.tsx'
import { Stage } from '../stage.tsx'
import { Basket } from './basket.tsx'
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

/** So often the camera looks again by itself: somebody who is choosing does not look up at once. */
const looks = 3

/** The face is looked for while food is being chosen; the PIN is one touch away all the time, and nobody is asked why. */
function FacePanel({ scene, saleId }: { scene: Choosing; saleId: string }) {
  const { t } = useTranslation('pos.self-service')
  const { send } = useVisit()
  const [look, setLook] = useState(1)
  const end = (event: VisitEvent) => {
    if (event.type === 'not-seen' && look < looks) setLook(look + 1)
    else send(event)
  }
  const { faceEnd } = scene
  return (
    <div className={css.facing}>
      {faceEnd ? (
        <p className={css.problem} role="alert">
          {faceEnd === 'no-camera' ? t('face.none') : t(`problem.${faceEnd}`)}
        </p>
      ) : (
        <Looking key={look} scene={scene} saleId={saleId} onEnd={end} />
      )}
      <span className={css.faceWays}>
        <button type="button" className={css.facePin} onClick={() => send({ type: 'wanted-pin' })}>
          {t('face.pin')}
        </button>
        {faceEnd && faceEnd !== 'no-camera' && (
          <button type="button" className={css.facePin} onClick={() => send({ type: 'look-again' })}>
            {t('face.again')}
          </button>
        )}
      </span>
    </div>
  )
}

interface LookingProps {
  scene: Choosing
  saleId: string
  onEnd: (event: VisitEvent) => void
}

function Looking({ scene, saleId, onEnd }: LookingProps) {
  const { t } = useTranslation('faces.guide')
  const { faces } = useVisit()
  const video = useRef<HTMLVideoElement>(null)
  const claim = { one: scene.customerId, knownBy: scene.knownBy }
  const { hint, trouble } = useFaceCheck(video, { faces, claim, saleId }, onEnd)
  if (trouble)
    return (
      <p className={css.problem} role="alert">
        {t(`trouble.${trouble}`)}
      </p>
    )
  return <FaceGuide hint={hint} videoRef={video} />
}
