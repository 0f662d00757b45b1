// chunk: till
import { atom } from 'jotai'
import { tillAtom } from '#client/platform/offline/device.ts'
import { type NotSaved, notSavedReason } from '#client/platform/offline/not-saved.ts'
import { currentSession } from '#client/platform/session/session.ts'
import { store } from '#client/platform/store.ts'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import type { Sale, Tender } from '#shared/pos/sale.contract.ts'
import { cartAtom, undoAtom } from '../cart/cart.atoms.ts'
import { sheetAtom } from '../till.atoms.ts'

export type SaveState = { state: 'idle' } | { state: 'saving' } | { state: 'failed'; why: NotSaved }

/** The sale that is being written. Left at `failed` until the operator tries again or goes back. */
export const saveAtom = atom<SaveState>({ state: 'idle' })

export class SignedOut extends Error {
  override name = 'SignedOut'
}

/** Who does it. @throws SignedOut when nobody is. */
export function actor(): Actor {
  const { user } = currentSession()
  if (!user) throw new SignedOut()
  return { userId: user.userId, roles: user.authority }
}

/**
 * Writes the sale. It is sold when the write has completed, not before; until then the cart stays, and so does its id,
 * so that neither a second tap nor a second try can sell it twice.
 */
export async function completeSale(tenders: readonly Tender[]): Promise<Sale | undefined> {
  const till = store.get(tillAtom)
  const cart = store.get(cartAtom)
  if (!till || !cart || store.get(saveAtom).state === 'saving') return undefined
  store.set(saveAtom, { state: 'saving' })
  try {
    const { lines, discount, proof, corrects, exchange, ...rest } = cart
    const input = { ...rest, cart: { lines, discount }, customerProof: proof, tenders }
    const sale = await (exchange
      ? till.exchange({ ...input, refund: exchange }, actor())
      : till.completeSale({ ...input, ...(corrects && { corrects: corrects.opId }) }, actor()))
    store.set(cartAtom, null)
    store.set(undoAtom, null)
    store.set(sheetAtom, { kind: 'receipt', saleId: sale.id, isNew: true })
    store.set(saveAtom, { state: 'idle' })
    return sale
  } catch (error) {
    store.set(saveAtom, { state: 'failed', why: notSavedReason(error) })
    return undefined
  }
}

/** Back from a failed write to the payment, with everything as it was. */
export const dismissFailure = (): void => store.set(saveAtom, { state: 'idle' })
