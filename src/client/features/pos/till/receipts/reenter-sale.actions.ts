import { tillAtom } from '#client/platform/offline/device.ts'
import { reentryAtom } from '#client/platform/offline/outbox.atoms.ts'
import { store } from '#client/platform/store.ts'
import { isEmpty } from '#local/pos/cart-edit.ts'
import { cartAtom, undoAtom } from '../cart/cart.atoms.ts'
import { noticeAtom, sheetAtom } from '../till.atoms.ts'
import { cartFromSale } from './reenter-sale.ts'

/** Takes up what somebody wants to enter anew: a sale into the cart, a movement of cash into its form. */
export function reenterSale(opId: string): void {
  store.set(reentryAtom, null)
  const till = store.get(tillAtom)
  const entry = till?.setAside(opId)
  if (!till || !entry) return store.set(noticeAtom, { tone: 'warn', key: 'notWaiting', subject: '' })
  if (entry.kind === 'pos.moveCash') return store.set(sheetAtom, { kind: 'cash', corrects: entry.opId })
  const { receiptNo } = entry.body
  // What is in the cart belongs to somebody who is waiting.
  if (!isEmpty(store.get(cartAtom)))
    return store.set(noticeAtom, { tone: 'warn', key: 'cartFirst', subject: receiptNo })
  store.set(undoAtom, null)
  store.set(sheetAtom, null)
  store.set(cartAtom, cartFromSale(entry.opId, entry.body, till))
}
