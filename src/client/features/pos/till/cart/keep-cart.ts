import { startDevice, tillAtom } from '#client/platform/offline/device.ts'
import { store } from '#client/platform/store.ts'
import { openCartStore, resumeCart } from '#local/pos/kept-cart.ts'
import { keptPaymentAtom } from '../payment/pay.atoms.ts'
import { cartAtom, keptCartAtom } from './cart.atoms.ts'

let keeping: Promise<void> | undefined

/**
 * Keeps the open cart on the device from now on, and brings back what the page before this one left. One window at a time: the
 * same cart in two of them could be sold twice. The next one takes over when this one is gone.
 */
export function keepCart(): Promise<void> {
  keeping ??= startDevice().then(({ device }) => {
    const { surroundings, schoolCode } = device.options
    const cartStore = openCartStore(device.store, surroundings.random)
    return surroundings.locks.request(`cart:${schoolCode}`, {}, async () => {
      await restore(cartStore).catch(() => undefined)
      await follow(cartStore)
    })
  })
  return keeping
}

type CartStore = ReturnType<typeof openCartStore>

async function restore(cartStore: CartStore): Promise<void> {
  const kept = await cartStore.read()
  const till = store.get(tillAtom)
  // What has been rung up here in the meantime belongs to somebody who is waiting.
  if (!kept || !till || store.get(cartAtom)) return
  const cart = resumeCart(kept, till)
  if (!cart) return
  store.set(keptPaymentAtom, kept.payment && { saleId: cart.saleId, ...kept.payment })
  store.set(cartAtom, cart)
}

/** Writes the cart after each change, the latest state only; until the page is gone. */
function follow(cartStore: CartStore): Promise<never> {
  let isWriting = false
  let again = false
  const write = async () => {
    again = true
    if (isWriting) return
    isWriting = true
    while (again) {
      again = false
      const kept = openCart()
      // A cart that cannot be kept is still a cart: selling goes on.
      await cartStore.write(kept).then(
        () => store.set(keptCartAtom, kept?.cart ?? null),
        () => undefined,
      )
    }
    isWriting = false
  }
  store.sub(cartAtom, () => void write())
  store.sub(keptPaymentAtom, () => void write())
  void write()
  return new Promise(() => undefined)
}

function openCart() {
  const cart = store.get(cartAtom)
  const shift = store.get(tillAtom)?.shift
  if (!cart || !shift) return null
  const payment = store.get(keptPaymentAtom)
  const { tenders, method } = payment?.saleId === cart.saleId ? payment : { tenders: [], method: null }
  return { shiftId: shift.open.id, cart, payment: method && { tenders, method } }
}
