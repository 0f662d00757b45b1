import type { OpenCart } from '#local/pos/cart-edit.ts'
import type { Till } from '#local/pos/till.types.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { Minor } from '#shared/kernel/money.ts'
import type { Sale, Tender } from '#shared/pos/sale.contract.ts'
import { customerProofOf } from './visit.ts'
import type { Proof } from './visit.types.ts'

/**
 * Sells the basket on the pupil's account: the till's own sale, booked to the person who opened the shift. It is sold when the
 * write has completed, not before; rejects where it could not be, or no shift is open.
 *
 * @param tenderId minted with the basket, so that pressing twice sells once
 */
export async function payFromAccount(
  till: Till,
  cart: OpenCart & { customerId: CustomerId },
  total: Minor,
  tenderId: string,
  proof: Proof,
): Promise<Sale> {
  const { shift } = till
  if (!shift) throw new AppError('pos.shift-required')
  const tender: Tender = { kind: 'account', id: tenderId, amount: total, customerId: cart.customerId }
  return till.completeSale(
    {
      saleId: cart.saleId,
      cart: { lines: cart.lines, discount: null },
      customerId: cart.customerId,
      customerProof: customerProofOf(proof),
      tenders: [tender],
      ...(proof.kind === 'face' && { face: { decisionId: proof.decisionId } }),
    },
    // Nobody stands at the tablet: it is the shift of the person who opened it, without any right of theirs.
    { userId: shift.open.by, roles: [] },
  )
}

/**
 * What keeps the basket from being paid. Over the cap a face alone is not enough; before anything confirms whose account it is, a
 * PIN is asked for and nothing of the account is said.
 */
export function obstacle(input: {
  total: Minor
  spendable: Minor
  proof: Proof | null
  capMinor: Minor | undefined
  /** Something in it must not be sold to this pupil. */
  isForbidden?: boolean
}): 'empty' | 'forbidden' | 'over' | 'needs-pin' | undefined {
  if (input.total <= 0) return 'empty'
  if (!input.proof) return 'needs-pin'
  if (input.isForbidden) return 'forbidden'
  if (input.total > input.spendable) return 'over'
  const isOverCap = input.proof.kind === 'face' && input.total > (input.capMinor ?? 0)
  return isOverCap ? 'needs-pin' : undefined
}
