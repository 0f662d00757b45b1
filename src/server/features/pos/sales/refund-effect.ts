import { readSchool } from '#server/features/school/school.service.ts'
import type { Effect, IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { CustomerId, SaleId } from '#shared/kernel/fields.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { judgeRefund, judgeWithoutReceipt } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { ActContext } from '#shared/pos/approvals/till-limits.rules.ts'
import { refundFaults } from '#shared/pos/refunds/refund-faults.rules.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import { type RefundableSale, refundShown } from '#shared/pos/refunds/refund.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { lockAccounts } from '../accounts/account.service.ts'
import { post } from '../accounts/ledger.service.ts'
import {
  type ApprovedDocument,
  approvalFlags,
  keepApproval,
  readJudgedAct,
} from '../approvals/approval-flags.service.ts'
import { refundLines, refunds, refundTenders } from '../refund.table.ts'
import { finish, placeFlags } from '../shifts/shift-effects.ts'
import { findShift, type Shift } from '../shifts/shift-rows.ts'
import { isNumberTaken } from '../shifts/taken-number.ts'
import { cashierFlags } from './cashiers.ts'
import type { PosFlag } from './exceptions.ts'
import { type KnownSale, readKnownSale } from './read-known-sale.service.ts'
import { refundPostings } from './refund-postings.service.ts'
import { refundsOfSale } from './read-refunds.service.ts'
import { unsumDays } from '../reports/days/unsum-days.service.ts'
import type { TillContext } from './till-context.ts'
import { waitForSales } from './void-lock.service.ts'

/** The sale of an exchange, as far as its approval was given for it. */
type ExchangedSale = Pick<Sale, 'id' | 'totals'> | undefined

/** Returns what an approval of a refund is judged by. */
const refundDocument = (refund: Refund, exchanged?: ExchangedSale): ApprovedDocument => ({
  ...shownOf(refund, exchanged),
  subjectId: refund.id,
  shiftId: refund.shiftId,
  by: refund.by,
  at: refund.at,
  approval: refund.approval,
})

/** What the approval must have been given for. */
function shownOf(refund: Refund, exchanged: ExchangedSale): Pick<ApprovedDocument, 'act' | 'hash'> {
  const shown = refundShown(refund)
  if (refund.withoutSale) {
    const act = 'refund-without-receipt'
    return { act, hash: approvalHash(act, { ...shown, customerId: refund.customerId }) }
  }
  if (!exchanged) return { act: 'refund', hash: approvalHash('refund', shown) }
  const both = { ...shown, saleId: exchanged.id, saleTotal: exchanged.totals.total }
  return { act: 'exchange', hash: approvalHash('exchange', both) }
}

/** Returns the flags of the person who refunded and of the approval (`approvalFlags`). */
async function refundPersonFlags(
  tx: Tx,
  ctx: TillContext,
  op: IngestedOp<Refund>,
  { sale, exchanged }: { sale: KnownSale | undefined; exchanged: ExchangedSale },
): Promise<PosFlag[]> {
  const { by } = op.body
  const document = refundDocument(op.body, exchanged)
  const { people, context } = await readJudgedAct(tx, ctx, op, document)
  const flags: PosFlag[] = cashierFlags(people, by, op)
  if (!hasPermission(people.get(by)?.roles ?? [], 'refund.give')) flags.push('refund-not-allowed')
  const judge = (of: ActContext) =>
    op.body.withoutSale
      ? judgeWithoutReceipt(op.body.totals.total, of)
      : judgeRefund(op.body, sale ?? { tenders: [] }, of)
  return [...flags, ...(await approvalFlags(tx, ctx, op, document, { people, context, judge }))]
}

/**
 * Enters money given back for a sale, once: in the shift it names, and on the accounts that get a part of it. It is never refused:
 * more than was sold, a sale that was voided or never arrived, a way that money must not go are flagged. Of a voided sale nothing
 * goes to accounts, since the void has given it back.
 */
export async function refundSale(
  tx: Tx,
  ctx: TillContext,
  op: IngestedOp<Refund>,
  exchanged?: Pick<Sale, 'id' | 'totals'>,
): Promise<Effect> {
  const refund = op.body
  const { schoolId } = ctx
  await waitForSales(tx, schoolId)
  await unsumDays(tx, { schoolId, days: [refund.businessDay], shiftIds: [refund.shiftId] })
  const shift = await findShift(tx, schoolId, refund.shiftId)
  const sale = await readKnownSale(tx, schoolId, refund.saleId)
  const earlier = sale ? await refundsOfSale(tx, schoolId, refund.saleId) : []
  const flags = new Set([...op.flags, ...placeFlags(ctx, shift)])
  for (const each of await refundPersonFlags(tx, ctx, op, { sale, exchanged })) flags.add(each)
  if (refund.withoutSale) flags.add('without-sale')
  else if (!sale) flags.add('sale-unknown')
  const judged = refund.withoutSale ? asItself(refund) : sale
  for (const fault of judged ? refundFaults(refund, judged, earlier) : []) flags.add(fault)
  if (sale?.isVoided) flags.add('refund-of-void')
  if (refund.corrects) flags.add('entered-again')
  const isForeign = (await readSchool(tx, schoolId)).currency !== refund.currency
  if (isForeign) flags.add('currency-differs')
  const isNew = await writeRefund(tx, ctx, refund, { shift, flags })
  if (!isNew) flags.add('id-repeated')
  else await keepApproval(tx, ctx, op.opId, refundDocument(refund, exchanged))
  const mayPost = isNew && !isForeign && !sale?.isVoided
  const posted = mayPost ? await postRefund(tx, ctx, refund, { sale, flags }) : undefined
  const effect = await finish(tx, ctx, op, { subjectId: refund.id, shiftId: refund.shiftId, flags })
  return { ...effect, ...(posted !== undefined && { serverVersion: posted }) }
}

/** Without a receipt there is nothing to compare with but the document itself, which may go to one account only. */
function asItself({ id, customerId, lines, taxes, totals }: Refund): RefundableSale {
  const paid = { kind: 'account' as const, id, amount: totals.total, customerId: CustomerId.parse(customerId ?? id) }
  const sold = lines.map((line, n) => {
    const { saleLineId, goods: _goods, ...rest } = line
    return { ...rest, id: saleLineId, n: n + 1, unitPrice: line.gross, modifiers: [], allergens: [] }
  })
  return { id: SaleId.parse(id), lines: sold, taxes, tenders: [paid] }
}

/** Writes the document. @returns false where it is here already */
async function writeRefund(
  tx: Tx,
  { schoolId, nowMs, device }: TillContext,
  refund: Refund,
  { shift, flags }: { shift: Shift | undefined; flags: Set<string> },
): Promise<boolean> {
  const { lines, tenders: parts, totals, approval, corrects: _corrects, ...head } = refund
  const place = { tillId: shift?.tillId ?? device.tillId, epoch: shift?.epoch ?? device.epoch }
  if (place.tillId === null) throw new AppError('server.failed')
  if (await isNumberTaken(tx, schoolId, { ...place, receiptSeq: refund.receiptSeq })) flags.add('number-repeated')
  const { gross, discount: discountTotal, net, tax, total } = totals
  const written = await tx
    .insert(refunds)
    .values({
      schoolId,
      ...head,
      ...place,
      gross,
      discountTotal,
      net,
      tax,
      total,
      approvalId: approval?.id ?? null,
      receivedAt: toInstant(nowMs),
    })
    .onConflictDoNothing()
    .returning({ id: refunds.id })
  if (written.length === 0) return false
  const refundId = refund.id
  await tx.insert(refundLines).values(lines.map((line, n) => ({ schoolId, refundId, n: n + 1, ...line })))
  await tx.insert(refundTenders).values(parts.map((part, n) => ({ schoolId, refundId, n: n + 1, ...part })))
  return true
}

/** Gives accounts their parts. @returns the version for devices, where something was posted */
async function postRefund(
  tx: Tx,
  ctx: TillContext,
  refund: Refund,
  { sale, flags }: { sale: KnownSale | undefined; flags: Set<string> },
): Promise<number | undefined> {
  const wanted = new Set(refund.tenders.flatMap((t): CustomerId[] => (t.kind === 'account' ? [t.customerId] : [])))
  const accounts = await lockAccounts(tx, ctx.schoolId, wanted)
  if ([...wanted].some((id) => !accounts.has(id))) flags.add('unknown-customer')
  const accountTenders = new Set(sale?.tenders.flatMap((t) => (t.kind === 'account' ? [t.id] : [])))
  const known = sale && { businessDay: sale.businessDay, accountTenders }
  const { postings, unpaid } = await refundPostings(tx, ctx.schoolId, { refund, sale: known })
  if (unpaid) flags.add('refund-unpaid')
  const payable = postings.filter(({ customerId }) => accounts.has(customerId))
  return (await post(tx, ctx, accounts, payable)).get(0)
}
