// chunk: till-later
import { atom, type Getter } from 'jotai'
import type { Tender, TenderKind } from '#shared/pos/sale.contract.ts'
import { cartAtom, customerAtom } from '../cart/cart.atoms.ts'

export interface PayDraft {
  saleId: string
  tenders: readonly Tender[]
  method: TenderKind
}

/** Parts taken and way chosen for one cart; the device keeps it with the cart. */
export const keptPaymentAtom = atom<PayDraft | null>(null)

function draftOf(get: Getter): PayDraft {
  const saleId = get(cartAtom)?.saleId ?? ''
  const kept = get(keptPaymentAtom)
  if (kept?.saleId === saleId) return kept
  // Where money is prepaid, that is how nearly every sale with a customer is paid.
  const hasMoney = (get(customerAtom)?.account.spendable ?? 0) > 0
  return { saleId, tenders: [], method: hasMoney ? 'account' : 'cash' }
}

/** Parts already taken for the open cart. Outlives the sheet: a card that was charged must not be forgotten. */
export const payDraftAtom = atom(draftOf, (get, set, change: Partial<Omit<PayDraft, 'saleId'>>): void =>
  set(keptPaymentAtom, { ...draftOf(get), ...change }),
)
