import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Effect, IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { businessDay } from '#shared/kernel/time.ts'
import type { Sale, Tender } from '#shared/pos/sale.contract.ts'
import { lockAccounts } from '../accounts/account.service.ts'
import { knownCustomers } from '../accounts/customer.service.ts'
import { post } from '../accounts/ledger.service.ts'
import { pricesOf } from '../catalogue/catalogue.service.ts'
import { cashierFlags, discountFlags } from './cashiers.ts'
import { recordExceptions } from './exceptions.ts'
import type { PaymentProofs } from './payment-proof.service.ts'
import { spendingFlags } from '../spending/spending-flags.service.ts'
import { checkSaleApprovals, keepSaleApprovals, peopleOfTerms } from './sale-approvals.ts'
import { charge, chargedTo, type Draft, flag, heldPaymentsOf, saleFlags } from './sale-check.ts'
import { resolveSaleContexts, type SaleContext } from './sale-context.ts'
import type { TillContext } from './till-context.ts'
import { lockVoids } from './void-lock.service.ts'
import { type SaleRow, writeSales } from './write-sales.ts'

/**
 * Enters sales, one or a hundred, in order: a sale's flags do not depend on whether earlier ones are in the same batch. Never
 * refuses one. Account tenders charge customers that exist; where there is none, or the currency is not the school's, the tender
 * stays and the sale is flagged.
 */
export async function recordSales(
  tx: Tx,
  ctx: TillContext,
  ops: readonly IngestedOp<Sale>[],
  paymentProofs: PaymentProofs,
): Promise<Effect[]> {
  const sales = ops.map((op) => op.body)
  await lockVoids(tx, ctx.schoolId)
  const places = await resolveSaleContexts(tx, ctx, sales)
  const checkSale = await createSaleChecker(tx, ctx, ops, paymentProofs)
  const drafts = ops.map((op, index) => checkSale(op, places[index]))
  markRepeats(drafts)
  const fresh = drafts.filter((draft) => !draft.place.taken)
  const accounts = await lockAccounts(
    tx,
    ctx.schoolId,
    new Set(fresh.flatMap(({ sale }) => sale.tenders.flatMap(chargedTo))),
  )
  const postings = await charge(tx, ctx.schoolId, drafts, new Set(fresh), accounts)
  await writeSales(tx, ctx, fresh.map(rowOf))
  await keepSaleApprovals(tx, ctx, fresh)
  await paymentProofs.hold(tx, ctx.schoolId, fresh.flatMap(heldPaymentsOf))
  await recordExceptions(
    tx,
    ctx,
    drafts.map((d) => ({ opId: d.opId, subjectId: d.sale.id, shiftId: d.sale.shiftId, flags: d.flags })),
  )
  const versions = await post(tx, ctx, accounts, postings)
  return drafts.map(({ flags }, step) => {
    const serverVersion = versions.get(step)
    return { flags: [...flags].sort(), ...(serverVersion !== undefined && { serverVersion }) }
  })
}

/** Loads the reference data for checking all sales. @returns a function giving a sale its context and flags */
async function createSaleChecker(
  tx: Tx,
  ctx: TillContext,
  ops: readonly IngestedOp<Sale>[],
  paymentProofs: PaymentProofs,
) {
  const sales = ops.map(({ body }) => body)
  const { currency, tillPolicy, timeZone, cutoverMinute } = await readSchool(tx, ctx.schoolId)
  const { prices, isNewList } = await pricesOf(tx, ctx.schoolId, {
    itemIds: sales.flatMap((s) => s.lines.map((l) => l.itemId)),
    today: businessDay(ctx.nowMs, timeZone, cutoverMinute),
  })
  const policy = isNewList ? { ...tillPolicy, priceListVersion: tillPolicy.priceListVersion + 1 } : tillPolicy
  const cashiers = await findPeople(
    tx,
    ctx.schoolId,
    sales.flatMap((s) => [s.cashierId, ...(s.discount ? [s.discount.by] : []), ...peopleOfTerms(s)]),
  )
  const named = sales.flatMap((s) => [
    s.customerId,
    ...s.tenders.map((t) => (t.kind === 'account' ? t.customerId : null)),
  ])
  const wanted = new Set(named.filter((id): id is CustomerId => id !== null))
  const customers = await knownCustomers(tx, ctx.schoolId, wanted)
  const proofOf = await paymentProofs.check(tx, ctx.schoolId, sales)
  const approvalFlagsOf = await checkSaleApprovals(tx, ctx, ops)
  const ruleFlags = await spendingFlags(tx, { schoolId: ctx.schoolId, timeZone }, ops)
  return (op: IngestedOp<Sale>, place: SaleContext | undefined): Draft => {
    if (!place) throw new TypeError('a sale without a place')
    const sale = op.body
    const proof = proofOf(sale)
    const flags = new Set<string>([
      ...op.flags,
      ...place.flags,
      ...saleFlags(sale, { currency, policy, prices }),
      ...cashierFlags(cashiers, sale.cashierId, op),
      ...discountFlags(cashiers, sale, op),
      ...approvalFlagsOf(cashiers, op),
      ...(ruleFlags.get(op.opId) ?? []),
      ...proof.flags,
    ])
    const ids = [sale.customerId, ...sale.tenders.flatMap(chargedTo)]
    if (ids.some((id) => id !== null && !customers.has(id))) flags.add('unknown-customer')
    if (sale.corrects) flags.add('entered-again')
    return { opId: op.opId, sale, place, ownFlags: op.flags, flags, proof }
  }
}

/**
 * Flags repeated ids and receipt numbers, within the batch and against the tables. A repeated sale is not entered again. A
 * repeated tender gets an id derived from its position, because its money is real.
 */
function markRepeats(drafts: readonly Draft[]): void {
  const sales = new Set<string>()
  const numbers = new Set<string>()
  const tenders = new Set(drafts.flatMap((d) => d.place.takenTenders))
  for (const draft of drafts) {
    const { place, sale } = draft
    if (sales.has(sale.id)) place.taken = true
    if (place.taken) {
      draft.flags = new Set([...draft.ownFlags, 'id-repeated'])
      continue
    }
    sales.add(sale.id)
    const number = `${place.tillId} ${place.epoch} ${sale.receiptSeq}`
    if (numbers.has(number)) flag(draft, 'number-repeated')
    numbers.add(number)
    draft.sale = { ...sale, tenders: sale.tenders.map((tender, index) => renamed(draft, tender, index, tenders)) }
  }
}

function renamed(draft: Draft, tender: Tender, index: number, taken: Set<string>): Tender {
  if (!taken.has(tender.id)) {
    taken.add(tender.id)
    return tender
  }
  flag(draft, 'id-repeated')
  const h = sha256Hex(`${draft.opId} tender ${index}`)
  const id = `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`
  return { ...tender, id }
}

const rowOf = ({ sale, place, flags }: Draft): SaleRow => ({
  sale,
  tillId: place.tillId,
  epoch: place.epoch,
  flags: [...flags].sort(),
})
