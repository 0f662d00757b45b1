import { tillAtom } from '#client/platform/offline/device.ts'
import { reentryAtom } from '#client/platform/offline/outbox.atoms.ts'
import { store } from '#client/platform/store.ts'
import { isEmpty, type OpenCart } from '#local/pos/cart-edit.ts'
import { onSaleAgain } from '#local/pos/kept-cart.ts'
import type { Till } from '#local/pos/till.types.ts'
import type { OpId, SaleId } from '#shared/kernel/ids.ts'
import type { CartLine } from '#shared/pos/cart.rules.ts'
import type { Sale, SaleLine } from '#shared/pos/sale.contract.ts'
import { begunHere } from '../cart/cart.actions.ts'
import { cartAtom, undoAtom } from '../cart/cart.atoms.ts'
import { noticeAtom, sheetAtom } from '../till.atoms.ts'

type Shelf = Pick<Till, 'catalogue' | 'customer' | 'newId'>

/** The discount and the price that a line was given, as a cart holds them. */
function termsOf({
  ownDiscount,
  priceOverride,
  unitPrice,
}: Omit<SaleLine, 'discount'>): Pick<CartLine, 'discount' | 'price'> {
  return {
    ...(ownDiscount && { discount: ownDiscount }),
    ...(priceOverride && { price: { amount: unitPrice, reason: priceOverride.reason, by: priceOverride.by } }),
  }
}

/**
 * A fresh cart with what was in a sale, at today's prices, as far as it is still on sale; what is not is named. How it was
 * paid is for the cashier to enter: no tender is taken over.
 */
function cartFromSale(opId: OpId, sale: Sale, shelf: Shelf): OpenCart {
  const lines = sale.lines.map(({ discount: _share, ...line }) =>
    onSaleAgain({ ...line, ...termsOf(line), id: shelf.newId() }, shelf),
  )
  const kept = lines.flatMap(({ line }) => line ?? [])
  const customer = sale.customerId ? shelf.customer(sale.customerId) : undefined
  const { discount, receiptNo, currency, tenders } = sale
  return {
    saleId: shelf.newId() as SaleId,
    lines: kept,
    discount: discount && kept.length > 0 ? { ...discount, id: shelf.newId() } : null,
    customerId: customer?.id ?? null,
    proof: customer ? sale.customerProof : 'none',
    corrects: { opId, receiptNo, currency, tenders, gone: lines.flatMap(({ gone }) => gone) },
    ...begunHere(),
  }
}

/** Takes up what somebody wants to enter again: a sale into the cart, a movement of cash into its form. */
export function reenterSale(opId: string): void {
  store.set(reentryAtom, null)
  const till = store.get(tillAtom)
  const entry = till?.setAside(opId)
  if (!till || !entry) return store.set(noticeAtom, { tone: 'warn', key: 'notWaiting', subject: '' })
  if (entry.kind === 'pos.moveCash') return store.set(sheetAtom, { kind: 'cash', corrects: entry.opId })
  if (entry.kind === 'pos.topUp')
    return store.set(sheetAtom, { kind: 'topUp', customerId: entry.body.customerId, corrects: entry.opId })
  if (entry.kind === 'pos.refund')
    return store.set(sheetAtom, { kind: 'refund', receipt: entry.body.saleReceiptNo, corrects: entry.opId })
  const { receiptNo } = entry.body
  // What is in the cart belongs to somebody who is waiting.
  if (!isEmpty(store.get(cartAtom)))
    return store.set(noticeAtom, { tone: 'warn', key: 'cartFirst', subject: receiptNo })
  store.set(undoAtom, null)
  store.set(sheetAtom, null)
  store.set(cartAtom, cartFromSale(entry.opId, entry.body, till))
}
