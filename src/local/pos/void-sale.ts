// chunk: till-sheets
import { AppError } from '#shared/kernel/errors.ts'
import { type CustomerId, endIdOf, type SaleId } from '#shared/kernel/ids.ts'
import { type Currency, type Minor, negate } from '#shared/kernel/money.ts'
import { fromInstant, type Instant } from '#shared/kernel/time.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { judgeVoid, voidShown } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { Sale, Tender, VoidSale } from '#shared/pos/sale.contract.ts'
import { requireApproval, savedActContext } from './approved-acts.ts'
import { type ActionParts, save } from './save-action.ts'
import type { Actor, VoidInput } from './till-inputs.types.ts'
import type { ShiftState } from './till.types.ts'

/** Returns the milliseconds since a sale was saved, by the clock that nobody sets; undefined where the till was started again since. */
export type SinceSale = (saleId: string) => number | undefined

/** A document of the shift that may be voided, a sale or a cash top-up. */
export interface Voidable {
  id: SaleId
  kind: 'sale' | 'top-up'
  receiptNo: string
  total: Minor
  soldAt: Instant
  currency: Currency
  /** What moved, and goes back. */
  tenders: readonly Tender[]
  /** The account that a top-up brought money to. */
  customerId: CustomerId | null
}

/** Returns a sale or a cash top-up of the shift by its id. */
export function voidableOf({ sales, topUps }: Pick<ShiftState, 'sales' | 'topUps'>, id: string): Voidable | undefined {
  const sale = sales.find((each) => each.id === id)
  if (sale) {
    const { receiptNo, soldAt, currency, tenders, customerId, totals } = sale
    return { id: sale.id, kind: 'sale', receiptNo, total: totals.total, soldAt, currency, tenders, customerId }
  }
  const topUp = topUps.find((each) => each.id === id)
  if (!topUp) return undefined
  const { receiptNo, amount, at, currency, customerId } = topUp
  return { id: id as SaleId, kind: 'top-up', receiptNo, total: amount, soldAt: at, currency, tenders: [], customerId }
}

/**
 * Returns how old a sale is for its void. Where the till was started again since, its wall clock counts only while the server corrects
 * it: one that may have been set back makes no sale young.
 */
export function saleAgeMs(
  { id, soldAt }: Pick<Sale, 'id' | 'soldAt'>,
  { since, nowMs, inContact }: { since: SinceSale; nowMs: number; inContact: boolean },
): number {
  const measured = since(id)
  if (measured !== undefined) return measured
  const ageMs = nowMs - fromInstant(soldAt)
  return inContact && ageMs >= 0 ? ageMs : Number.POSITIVE_INFINITY
}

export interface VoidMoment {
  at: Instant
  since: SinceSale
}

/** Saves the void of a sale or a cash top-up of this shift. What it throws stands at `Till.voidSale`. */
export async function voidSale(
  parts: ActionParts,
  shift: ShiftState,
  { saleId, reason, approval }: VoidInput,
  actor: Actor,
  { at, since }: VoidMoment,
): Promise<VoidSale> {
  const sale = voidableOf(shift, saleId)
  if (!sale) throw new AppError('request.not-found', { field: 'saleId' })
  // Its money went back already; another window may still show it.
  if (shift.refunds.some((refund) => refund.saleId === saleId))
    throw new AppError('request.invalid', { field: 'saleId' })
  const rounds = parts.memory.history.closedVoids.filter((id) => id === saleId).length
  const id = endIdOf(saleId, rounds)
  const saved = shift.voids.find((each) => each.id === id)
  if (saved) return saved
  const inContact = parts.inContact()
  const ageMs = saleAgeMs(sale, { since, nowMs: fromInstant(at), inContact })
  const judge = (person: Actor) => judgeVoid(sale.total, ageMs, savedActContext(parts, shift, person))
  const hash = approvalHash('void', voidShown(sale))
  requireApproval(parts, { act: 'void', hash, actor, at, approval, judge })
  const afterMs = since(saleId)
  return save<VoidSale>(parts, 'pos.voidSale', id, actor, () => ({
    body: {
      id,
      saleId,
      shiftId: shift.open.id,
      reason,
      by: actor.userId,
      at,
      ...(approval && { approval: approval.given }),
      ...(afterMs !== undefined && { afterMs: Math.max(0, Math.round(afterMs)) }),
    },
    amountMinor: negate(sale.total),
    label: sale.receiptNo,
  }))
}
