import { useReducer, useState } from 'react'
import { readScan } from '#client/platform/hardware/read-scan.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useWedge } from '#client/ui/fields/use-wedge.ts'
import { useIdle } from '#client/ui/use-idle.ts'
import { emptyCart, type OpenCart, setCustomer } from '#local/pos/cart-edit.ts'
import { firstOf } from '#local/pos/first-of.ts'
import type { Faces } from '#local/recognition/faces.types.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { customerOf, nobody, stepVisit } from '../visit.ts'
import type { Scene } from '../visit.types.ts'
import { namedAs } from '../visit-context.ts'

/** A queue is waiting: anyone who has gone is cleared away soon. */
const patience = { quietMs: 30_000, warnSeconds: 10 }

const hearsCards: ReadonlySet<Scene['at']> = new Set(['attract', 'who', 'number', 'class', 'done'])

/** One visit after the other, with the basket of the one who is there now. */
export function useVisits(faces: Faces | null) {
  const till = useTill()
  const [visit, send] = useReducer(stepVisit, nobody)
  const { scene } = visit
  useBusy(scene.at !== 'attract')
  const idle = useIdle(scene.at !== 'attract' && scene.at !== 'done', patience, () => send({ type: 'left' }))
  useWedge((code) => {
    if (!hearsCards.has(scene.at)) return
    void readScan(code).then((codes) => send(namedAs(faces, firstOf(codes, till.customerByCard), 'card')))
  })
  const basket = useBasket(scene)
  return { scene, send, idle, basket }
}

interface Basket {
  cart: OpenCart & { customerId: CustomerId }
  tenderId: string
}

/** Begins empty with each customer, and outlives the way to the PIN and back. */
function useBasket(scene: Scene): (Basket & { change(cart: OpenCart): void }) | null {
  const till = useTill()
  const [basket, setBasket] = useState<Basket | null>(null)
  const customerId = customerOf(scene)
  const isOther = basket !== null && basket.cart.customerId !== customerId
  // A basket outlives nobody: what is shown next belongs to the person who stands there next.
  if (isOther) setBasket(null)
  if (scene.at === 'choose' && (basket === null || isOther)) {
    const cart = {
      ...setCustomer(
        emptyCart(scene.proof?.kind === 'face' ? scene.proof.saleId : till.newId()),
        scene.customerId,
        'none',
      ),
      customerId: scene.customerId,
    }
    setBasket({ cart, tenderId: till.newId() })
  }
  if (!basket || isOther) return null
  return {
    ...basket,
    change: (cart) => setBasket({ ...basket, cart: { ...cart, customerId: basket.cart.customerId } }),
  }
}
