import { sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Effect, IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows } from '#server/kernel/sql-values.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
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

/** Sale to be written, with its place and flags. */
interface SaleRow {
  sale: Sale
  tillId: string
  epoch: number
  flags: readonly string[]
}

/**
 * Writes any number of sales with their lines and tenders in one statement with one parameter. Lines are numbered by order,
 * independent of the device.
 */
async function writeSales(tx: Tx, { schoolId, nowMs }: TillContext, rows: readonly SaleRow[]): Promise<void> {
  if (rows.length === 0) return
  const given = rows.map(({ sale, ...where }) => {
    return { ...sale, ...sale.totals, ...where, discount: sale.discount, discountTotal: sale.totals.discount }
  })
  await tx.execute(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${jsonRows(given)}) as s(id uuid, "shiftId" uuid, "tillId" uuid, epoch int,
        "receiptSeq" int, "receiptNo" text, currency text, "businessDay" date, "soldAt" timestamptz, "cashierId" uuid,
        "customerId" uuid, "customerProof" text, "priceListVersion" int, "snapshotAt" timestamptz, gross bigint,
        "discountTotal" bigint, net bigint, tax bigint, total bigint, discount jsonb, taxes jsonb, flags text[],
        lines jsonb, tenders jsonb, removed jsonb, "exchangeOf" uuid)
    ), new_sales as (
      insert into sales (school_id, id, shift_id, till_id, epoch, receipt_seq, receipt_no, currency, business_day,
        sold_at, received_at, cashier_id, customer_id, customer_proof, price_list_version, snapshot_at, gross,
        discount_total, net, tax, total, discount, taxes, flags, exchange_of)
      select ${schoolId}::uuid, id, "shiftId", "tillId", epoch, "receiptSeq", "receiptNo", currency, "businessDay",
        "soldAt", ${toInstant(nowMs)}::timestamptz, "cashierId", "customerId", "customerProof", "priceListVersion",
        "snapshotAt", gross, "discountTotal", net, tax, total, discount, taxes, flags, "exchangeOf"
      from given
    ), new_lines as (
      insert into sale_lines (school_id, sale_id, n, id, item_id, name, qty_milli, unit_price, modifiers, gross,
        discount, tax_code, rate_ppm, tax, net, allergens, override_reason, own_discount, price_override)
      select ${schoolId}::uuid, given.id, each.n::int, l.id, l."itemId", l.name, l."qtyMilli", l."unitPrice",
        l.modifiers, l.gross, l.discount, l."taxCode", l."ratePpm", l.tax, l.net, l.allergens, l."overrideReason",
        l."ownDiscount", l."priceOverride"
      from given cross join lateral jsonb_array_elements(given.lines) with ordinality as each(line, n)
      cross join lateral jsonb_to_record(each.line) as l(id uuid, "itemId" uuid, name jsonb, "qtyMilli" int,
        "unitPrice" bigint, modifiers jsonb, gross bigint, discount bigint, "taxCode" text, "ratePpm" int, tax bigint,
        net bigint, allergens text[], "overrideReason" text, "ownDiscount" jsonb, "priceOverride" jsonb)
    ), new_removed as (
      insert into removed_lines (school_id, source_id, n, shift_id, item_id, name, qty_milli, price, seconds_after_adding,
        received_at)
      select ${schoolId}::uuid, given.id, each.n::int, given."shiftId", r."itemId", r.name, r."qtyMilli", r.price,
        least(r."secondsAfterAdding", 2147483647), ${toInstant(nowMs)}::timestamptz
      from given cross join lateral jsonb_array_elements(coalesce(given.removed, '[]'::jsonb)) with ordinality as each(line, n)
      cross join lateral jsonb_to_record(each.line) as r("itemId" uuid, name jsonb, "qtyMilli" int, price bigint,
        "secondsAfterAdding" bigint)
      on conflict do nothing
    )
    insert into tenders (school_id, id, sale_id, kind, amount, given, change, rounding, customer_id, terminal_ref,
      auth_code)
    select ${schoolId}::uuid, t.id, given.id, t.kind, t.amount, t.given, t.change, t.rounding, t."customerId",
      t."terminalRef", t."authCode"
    from given cross join lateral jsonb_to_recordset(given.tenders) as t(id uuid, kind text, amount bigint, given bigint,
      change bigint, rounding bigint, "customerId" uuid, "terminalRef" text, "authCode" text)`)
}

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
