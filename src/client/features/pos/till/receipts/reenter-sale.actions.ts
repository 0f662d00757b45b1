import { tillAtom } from '#client/platform/offline/device.ts'
import { reentryAtom } from '#client/platform/offline/outbox.atoms.ts'
import { store } from '#client/platform/store.ts'
import { isEmpty, type OpenCart } from '#local/pos/cart-edit.ts'
import type { Till } from '#local/pos/till.types.ts'
import type { OpId, SaleId } from '#shared/kernel/ids.ts'
import type { CartLine } from '#shared/pos/cart.rules.ts'
import type { Sale, SaleLine } from '#shared/pos/sale.contract.ts'
import { cartAtom, undoAtom } from '../cart/cart.atoms.ts'
import { noticeAtom, sheetAtom } from '../till.atoms.ts'

type Shelf = Pick<Till, 'catalogue' | 'customer' | 'newId'>

/**
 * A fresh cart with what was in a sale, at today's prices, as far as it is still on sale; what is not is named. How it was
 * paid is for the cashier to enter: no tender is taken over.
 */
function cartFromSale(opId: OpId, sale: Sale, shelf: Shelf): OpenCart {
  const lines = sale.lines.map((line) => ({ line, ...again(line, shelf) }))
  const kept = lines.flatMap(({ cartLine }) => cartLine ?? [])
  const customer = sale.customerId ? shelf.customer(sale.customerId) : undefined
  const { discount, receiptNo, currency, tenders } = sale
  return {
    saleId: shelf.newId() as SaleId,
    lines: kept,
    discount: discount && kept.length > 0 ? { ...discount, id: shelf.newId() } : null,
    customerId: customer?.id ?? null,
    proof: customer ? sale.customerProof : 'none',
    corrects: { opId, receiptNo, currency, tenders, gone: lines.flatMap(({ gone }) => gone) },
  }
}

function again(line: SaleLine, { catalogue, newId }: Shelf): { cartLine?: CartLine; gone: SaleLine['name'][] } {
  const item = catalogue.item(line.itemId)
  if (!item) return { gone: [line.name] }
  const onSale = new Map(catalogue.groupsOf(item).flatMap((group) => group.modifiers.map((m) => [m.id, m])))
  const { overrideReason, qtyMilli } = line
  const cartLine = {
    id: newId(),
    item,
    qtyMilli,
    modifiers: line.modifiers.flatMap(({ id }) => onSale.get(id) ?? []),
    ...(overrideReason === undefined ? {} : { overrideReason }),
  }
  return { cartLine, gone: line.modifiers.filter(({ id }) => !onSale.has(id)).map(({ name }) => name) }
}

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
