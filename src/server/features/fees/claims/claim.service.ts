import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { FeeMethod } from '#shared/fees/fee-values.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeStaff } from '../ledger/fee-actor.ts'
import { openItems } from '../ledger/open-items.service.ts'
import { postJournal } from '../ledger/post-journal.service.ts'
import { insertAllocations } from '../payments/allocation.service.ts'
import { feePaymentReturns } from '../payments/fee-payment.table.ts'
import { lockPayer } from '../payments/lock-payer.service.ts'
import { paymentStates } from '../payments/payment-credit.service.ts'
import { findPayment } from '../payments/payment-read.service.ts'
import { claimedOf, requireClaim } from './claim-read.service.ts'
import { feeClaimEnds, feeClaims } from './fee-claim.table.ts'

export type Claim = typeof feeClaims.$inferSelect

interface RefundAsk {
  opId: string
  paymentId: string
  payerId: string
  amount: Minor
  method: FeeMethod
  reason: string
  /** Child whose leaving gives the money back; by default that of the payment. */
  studentId?: string
}

/**
 * Asks for a refund of what a payment has left, to its payer. Claims that wait or are approved count as gone already.
 * @throws AppError request.not-found, fees.refund-way (another payer; cash for money that did not come in cash, a gateway for money that did not come by it), fees.refund-over
 */
export async function askForRefund(tx: Tx, by: FeeStaff, asked: RefundAsk): Promise<Claim> {
  const { schoolId } = by
  const { opId, paymentId, payerId, amount, method } = asked
  const payment = await findPayment(tx, schoolId, paymentId)
  if (!payment) throw new AppError('request.not-found', { field: 'paymentId' })
  if (payment.payerId !== payerId) throw new AppError('fees.refund-way', { field: 'payerId' })
  // By cash and by the gateway goes back only what came so.
  if ((method === 'cash' || method === 'online') && payment.method !== method)
    throw new AppError('fees.refund-way', { field: 'method' })
  await lockPayer(tx, schoolId, payerId)
  return keep(tx, by, asked, {
    check: async () => {
      const [state] = await paymentStates(tx, schoolId, { paymentIds: [paymentId] })
      const claimed = await claimedOf(tx, schoolId, { paymentId })
      // Money of a cheque that has not cleared has not come.
      const free = state && !state.isHeld ? state.free : 0
      if (amount > free - claimed) throw new AppError('fees.refund-over', { field: 'amount' })
    },
    claim: { id: opId, kind: 'refund', payerId, studentId: asked.studentId ?? payment.studentId, paymentId, method },
  })
}

/** Asks to give up what is open on an item. @throws AppError request.not-found, fees.over-allocated */
export async function askForWriteOff(
  tx: Tx,
  by: FeeStaff,
  asked: { opId: string; chargeId: string; amount: Minor; reason: string },
): Promise<Claim> {
  const { schoolId } = by
  const { opId, chargeId, amount } = asked
  const [item] = await openItems(tx, schoolId, { chargeIds: [chargeId] })
  if (!item) throw new AppError('request.not-found', { field: 'chargeId' })
  await lockPayer(tx, schoolId, item.payerId)
  return keep(tx, by, asked, {
    check: async () => {
      const [now] = await openItems(tx, schoolId, { chargeIds: [chargeId] })
      const claimed = await claimedOf(tx, schoolId, { chargeId })
      if (amount > (now?.open ?? 0) - claimed) throw new AppError('fees.over-allocated', { field: 'amount' })
    },
    claim: { id: opId, kind: 'write-off', payerId: item.payerId, studentId: item.studentId, chargeId },
  })
}

interface Kept {
  check: () => Promise<void>
  claim: Pick<
    typeof feeClaims.$inferInsert,
    'id' | 'kind' | 'payerId' | 'studentId' | 'paymentId' | 'chargeId' | 'method'
  >
}

const keep = (
  tx: Tx,
  { schoolId, userId: byUser, nowMs, audit }: FeeStaff,
  asked: { amount: Minor; reason: string },
  { check, claim }: Kept,
): Promise<Claim> =>
  runOnce<typeof feeClaims, Claim>(
    tx,
    feeClaims,
    { schoolId, id: claim.id, asked, isSender: (row) => row.byUser === byUser },
    {
      first: async (askedHash) => {
        await check()
        const { amount, reason } = asked
        const row = { ...claim, schoolId, amount, reason, askedHash, byUser, at: toInstant(nowMs) }
        const [stored] = await tx.insert(feeClaims).values(row).returning()
        if (!stored) throw new Error('the claim was not stored')
        const facts = { kind: claim.kind }
        await recordAuditEvent(tx, audit, 'fee-claim-asked', { about: claim.studentId ?? null, by: byUser, facts })
        return stored
      },
      again: (row) => row,
    },
  )

/**
 * Approves or refuses a claim, by another person than asked for it. An approved write-off settles its item at once, an approved
 * refund waits to be paid. @throws AppError request.not-found, student.needs-another, fees.claim-decided, fees.over-allocated
 */
export async function decide(
  tx: Tx,
  by: FeeStaff,
  { claimId, isApproved }: { claimId: string; isApproved: boolean },
): Promise<Claim> {
  const { schoolId, userId: byUser } = by
  const claim = await requireClaim(tx, schoolId, claimId)
  if (claim.byUser === byUser) throw new AppError('student.needs-another')
  await lockPayer(tx, schoolId, claim.payerId)
  const ends = await endsOf(tx, claim)
  if (ends.length > 0) throw new AppError('fees.claim-decided')
  const kind = isApproved ? 'approved' : 'refused'
  await end(tx, by, claim, { kind })
  if (isApproved && claim.kind === 'write-off') await writeOff(tx, by, claim)
  if (isApproved && claim.kind === 'refund') await oweRefund(tx, by, claim)
  const facts = { kind: claim.kind, state: kind }
  await recordAuditEvent(tx, by.audit, 'fee-claim-decided', { about: claim.studentId, by: byUser, facts })
  return claim
}

async function writeOff(tx: Tx, by: FeeStaff, claim: Claim): Promise<void> {
  const { schoolId, chargeId, amount, payerId, studentId, id } = claim
  const [item] = await openItems(tx, schoolId, { chargeIds: chargeId === null ? [] : [chargeId] })
  // Paid meanwhile: nothing is given up that is not owed.
  if (!item || amount > item.open) throw new AppError('fees.over-allocated')
  const source = { source: 'write-off', sourceId: id, payerId } as const
  await insertAllocations(tx, by, source, [{ chargeId: item.chargeId, amount, reason: 'chosen' }])
  const of = { payerId, studentId, component: item.component }
  await post(tx, by, { opId: id, kind: 'write-off', happenedOn: by.today, studentId }, [
    { debit: 'bad-debt', credit: 'receivable', amount, ...of },
  ])
}

/** From the approval on the money is owed and no credit of the payer any more. */
async function oweRefund(
  tx: Tx,
  by: FeeStaff,
  { id, schoolId, paymentId, amount, payerId, studentId }: Claim,
): Promise<void> {
  const [state] = await paymentStates(tx, schoolId, { paymentIds: paymentId === null ? [] : [paymentId] })
  if (!state || amount > state.free) throw new AppError('fees.refund-over')
  const at = toInstant(by.nowMs)
  await tx.insert(feePaymentReturns).values({ schoolId, id, paymentId: state.paymentId, kind: 'refund', amount, at })
  await post(tx, by, { opId: id, kind: 'refund-approved', happenedOn: by.today, studentId }, [
    { debit: 'family-credit', credit: 'refunds-payable', amount, payerId, studentId },
  ])
}

type Posted = Pick<Parameters<typeof postJournal>[1], 'opId' | 'kind' | 'happenedOn' | 'studentId' | 'documentId'>

/** Posts a journal of a claim. */
export const post = (
  tx: Tx,
  { schoolId, userId: byUser, today, nowMs }: FeeStaff,
  journal: Posted,
  postings: Parameters<typeof postJournal>[1]['postings'],
) => postJournal(tx, { ...journal, schoolId, today, recordedAt: toInstant(nowMs), byUser, postings })

/** Returns what became of a claim. */
export const endsOf = (tx: Tx, { schoolId, id }: Claim) =>
  tx
    .select()
    .from(feeClaimEnds)
    .where(and(eq(feeClaimEnds.schoolId, schoolId), eq(feeClaimEnds.claimId, id)))

type End = Pick<typeof feeClaimEnds.$inferInsert, 'kind' | 'paidOn' | 'reference' | 'documentId' | 'method'>

/** Stores what became of a claim. */
export const end = (tx: Tx, { schoolId, userId: byUser, nowMs }: FeeStaff, { id: claimId }: Claim, ended: End) =>
  tx.insert(feeClaimEnds).values({ ...ended, schoolId, claimId, byUser, at: toInstant(nowMs) })
