import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { Sale, Tender } from '#shared/pos/sale.contract.ts'
import { type Account, move } from '../accounts/account.service.ts'
import { type Charge, openCover } from '../accounts/entitlement.service.ts'
import type { Posting } from '../accounts/ledger.service.ts'
import type { PosFlag } from './exceptions.ts'
import type { HeldPayment, PaymentProof } from './payment-proof.service.ts'
import type { SaleContext } from './sale-context.ts'

/** Sale about to be written. */
export interface Draft {
  opId: string
  sale: Sale
  place: SaleContext
  /** Flags of the operation itself. */
  ownFlags: readonly string[]
  flags: Set<string>
  proof: PaymentProof
}

export const flag = (draft: Draft, code: PosFlag) => draft.flags.add(code)

export const chargedTo = (tender: Tender): CustomerId[] => (tender.kind === 'account' ? [tender.customerId] : [])

/** Returns the account movements in order, adding flags that need the running balance. */
export async function charge(
  tx: Tx,
  schoolId: string,
  drafts: readonly Draft[],
  fresh: ReadonlySet<Draft>,
  locked: ReadonlyMap<CustomerId, Account>,
): Promise<Posting[]> {
  const running = new Map(locked)
  const charges = drafts.map((draft, step) => (fresh.has(draft) ? chargesOf(draft, step, locked) : []))
  const cover = await openCover(tx, schoolId, charges.flat())
  return charges.flatMap((ofDraft, step) => {
    const draft = drafts[step]
    if (!draft) return []
    return ofDraft.flatMap((each) => {
      const { customerId, businessDay } = each
      const before = running.get(customerId)
      if (!before) return []
      const taken = cover.charge(each)
      const after = taken.reduce(move, before)
      if (after.balance + after.overdraft < 0) flag(draft, 'below-zero')
      if (after.spentOn === businessDay && after.dailyLimit !== null && after.spent > after.dailyLimit)
        flag(draft, 'over-limit')
      const given = draft.place.voided ? cover.giveBack(each, taken) : []
      running.set(customerId, given.reduce(move, after))
      return [...taken, ...given]
    })
  })
}

/** Returns the account charges of a sale. A till takes from accounts and never gives: a tender of zero or less is flagged. */
function chargesOf({ sale, flags, proof }: Draft, step: number, locked: ReadonlyMap<CustomerId, Account>): Charge[] {
  if (proof.isHeld || flags.has('currency-differs')) return []
  const { businessDay, soldAt: effectiveAt } = sale
  return sale.tenders.flatMap((tender) => {
    if (tender.kind !== 'account' || tender.amount <= 0 || !locked.has(tender.customerId)) return []
    const { id: sourceId, customerId, amount } = tender
    return [{ customerId, businessDay, sourceId, effectiveAt, step, amount }]
  })
}

/** Returns the payments that accounts would have made for a held sale; none where it was voided before it arrived. */
export function heldPaymentsOf({ sale, place, flags, proof }: Draft): HeldPayment[] {
  if (!proof.isHeld || place.voided || flags.has('currency-differs') || flags.has('unknown-customer')) return []
  const { id: saleId, businessDay, soldAt } = sale
  const why = [...proof.flags].sort()
  return sale.tenders.flatMap((tender) => {
    if (tender.kind !== 'account' || tender.amount <= 0) return []
    const { id: tenderId, customerId, amount } = tender
    return [{ tenderId, saleId, customerId, amount, businessDay, soldAt, why }]
  })
}
