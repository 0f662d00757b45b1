import { findPeople } from '#server/features/auth/people.service.ts'
import { pricesOf } from '#server/features/catalogue/catalogue.service.ts'
import { type Account, lockAccounts, move } from '#server/features/customer/account.service.ts'
import { knownCustomers } from '#server/features/customer/customer.service.ts'
import { type Posting, post } from '#server/features/customer/ledger.service.ts'
import { holdCharges, type NewCharge } from '#server/features/face/charges.service.ts'
import { faceProofs } from '#server/features/face/sale-proof.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Effect, TakenOp } from '#server/features/sync/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Sale, Tender } from '#shared/contract/sale.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { negate } from '#shared/kernel/money.ts'
import { cashierFlags, discountFlags } from './cashiers.ts'
import { noteOddities, type PosFlag } from './exceptions.ts'
import { saleFlags } from './sale-check.ts'
import { placesOf, type SalePlace } from './sale-place.ts'
import { type SaleRow, writeSales } from './sale-rows.ts'
import type { TillContext } from './till-context.ts'
import { waitForVoids } from './void-lock.service.ts'

/** A sale on its way into the tables. */
interface Draft {
  opId: string
  sale: Sale
  place: SalePlace
  /** What was odd about the operation itself. */
  ownFlags: readonly string[]
  flags: Set<string>
  /** No account pays for it until staff say so: only a face said whose it is, and that does not do. */
  isHeld: boolean
}

/**
 * Enters sales, one or a hundred, in their order: a sale's flags are the same whether those before it came along or long
 * ago. Never refuses one. Account tenders move the accounts of customers that exist; where there is none, or the currency
 * is not the school's, the tender stays and the sale is flagged.
 */
export async function enterSales(tx: Tx, ctx: TillContext, ops: readonly TakenOp<Sale>[]): Promise<Effect[]> {
  const sales = ops.map((op) => op.body)
  await waitForVoids(tx, ctx.schoolId)
  const places = await placesOf(tx, ctx, sales)
  const judge = await openJudge(tx, ctx, sales)
  const drafts = ops.map((op, index) => judge(op, places[index]))
  markRepeats(drafts)
  const fresh = drafts.filter((draft) => !draft.place.taken)
  const accounts = await lockAccounts(
    tx,
    ctx.schoolId,
    new Set(fresh.flatMap(({ sale }) => sale.tenders.flatMap(chargedTo))),
  )
  const postings = charge(drafts, new Set(fresh), accounts)
  await writeSales(tx, ctx, fresh.map(rowOf))
  await holdCharges(tx, ctx.schoolId, fresh.flatMap(heldOf))
  await noteOddities(
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

/** Reads once what all sales are held against. */
async function openJudge(tx: Tx, ctx: TillContext, sales: readonly Sale[]) {
  const { currency, tillPolicy } = await readSchool(tx, ctx.schoolId)
  const prices = await pricesOf(
    tx,
    ctx.schoolId,
    sales.flatMap((s) => s.lines.map((l) => l.itemId)),
  )
  const cashiers = await findPeople(
    tx,
    ctx.schoolId,
    sales.flatMap((s) => (s.discount ? [s.cashierId, s.discount.by] : [s.cashierId])),
  )
  const named = sales.flatMap((s) => [
    s.customerId,
    ...s.tenders.map((t) => (t.kind === 'account' ? t.customerId : null)),
  ])
  const wanted = new Set(named.filter((id): id is CustomerId => id !== null))
  const customers = await knownCustomers(tx, ctx.schoolId, wanted)
  const proofOf = await faceProofs(tx, ctx.schoolId, sales)
  return (op: TakenOp<Sale>, place: SalePlace | undefined): Draft => {
    if (!place) throw new TypeError('a sale without a place')
    const sale = op.body
    const proof = proofOf(sale)
    const flags = new Set<string>([
      ...op.flags,
      ...place.flags,
      ...saleFlags(sale, { currency, policy: tillPolicy, prices }),
      ...cashierFlags(cashiers, sale.cashierId, sale.soldAt, op),
      ...discountFlags(cashiers, sale, op),
      ...proof.flags,
    ])
    const ids = [sale.customerId, ...sale.tenders.flatMap(chargedTo)]
    if (ids.some((id) => id !== null && !customers.has(id))) flags.add('unknown-customer')
    if (sale.corrects) flags.add('entered-again')
    return { opId: op.opId, sale, place, ownFlags: op.flags, flags, isHeld: proof.isHeld }
  }
}

const chargedTo = (tender: Tender): CustomerId[] => (tender.kind === 'account' ? [tender.customerId] : [])

/**
 * Ids and receipt numbers that repeat, among those that came along as among those in the tables. A repeated sale is not
 * entered again. A repeated tender gets an id of its own, made from where it stands, for its money is real.
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

const flag = (draft: Draft, code: PosFlag) => draft.flags.add(code)

/** What moves accounts, in order, with the flags that only the running balance can tell. */
function charge(
  drafts: readonly Draft[],
  fresh: ReadonlySet<Draft>,
  locked: ReadonlyMap<CustomerId, Account>,
): Posting[] {
  const running = new Map(locked)
  return drafts.flatMap((draft, step) => {
    const { sale } = draft
    if (!fresh.has(draft) || draft.isHeld || draft.flags.has('currency-differs')) return []
    return sale.tenders.flatMap((tender) => {
      const account = tender.kind === 'account' ? running.get(tender.customerId) : undefined
      // A till takes from accounts and never gives: what a tender of nothing or less claims, the flags say.
      if (!account || tender.amount <= 0) return []
      const { customerId } = account
      const { businessDay } = sale
      const common = { customerId, businessDay, sourceId: tender.id, effectiveAt: sale.soldAt, step }
      const taken: Posting = { ...common, kind: 'sale', amount: negate(tender.amount) }
      const after = move(account, taken)
      if (after.balance + after.overdraft < 0) flag(draft, 'below-zero')
      if (after.spentOn === businessDay && after.dailyLimit !== null && after.spent > after.dailyLimit)
        flag(draft, 'over-limit')
      if (!draft.place.voided) {
        running.set(customerId, after)
        return [taken]
      }
      const given: Posting = { ...common, kind: 'void', amount: tender.amount }
      running.set(customerId, move(after, given))
      return [taken, given]
    })
  })
}

/** What accounts would have paid for a sale that is held; nothing where it was taken back before it came. */
function heldOf({ sale, place, flags, isHeld }: Draft): NewCharge[] {
  if (!isHeld || place.voided || flags.has('currency-differs') || flags.has('unknown-customer')) return []
  const { id: saleId, businessDay, soldAt } = sale
  const why = [...flags].filter((each) => each.startsWith('face-')).sort()
  return sale.tenders.flatMap((tender) => {
    if (tender.kind !== 'account' || tender.amount <= 0) return []
    const { id: tenderId, customerId, amount } = tender
    return [{ tenderId, saleId, customerId, amount, businessDay, soldAt, why }]
  })
}

const rowOf = ({ sale, place, flags }: Draft): SaleRow => ({
  sale,
  tillId: place.tillId,
  epoch: place.epoch,
  flags: [...flags].sort(),
})
