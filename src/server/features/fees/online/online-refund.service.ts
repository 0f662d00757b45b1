import { and, asc, desc, eq, isNull, lte, or } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { answerRefund } from '#shared/fees/fee-refund.contract.ts'
import { mayAnswerByHand, nextAskAt } from '#shared/fees/online/gateway.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { fromInstant, minuteMs, toInstant } from '#shared/kernel/time.ts'
import type { Claim } from '../claims/claim.service.ts'
import { feeRefundAttempts } from '../claims/fee-claim.table.ts'
import { lockApproved, type RefundPaid, recordRefund } from '../claims/pay-refund.service.ts'
import { type FeeStaff, unattendedFeeActor } from '../ledger/fee-actor.ts'
import { answerOfGateway, type RefundAnswer } from './refund-answer.service.ts'
import type { UnattendedCtx } from './settle-intent.service.ts'

export type Attempt = typeof feeRefundAttempts.$inferSelect

/** How long one server alone may ask the gateway: longer than two calls take. */
const askingMs = 2 * minuteMs

/**
 * Pays an approved refund: one of online money becomes an attempt that the gateway is asked for afterwards, anything else is
 * recorded. @returns the attempt to ask for, and whether it is new; null where it is recorded
 * @throws AppError request.not-found, request.invalid, fees.claim-decided, fees.refund-way
 */
export async function payOrBegin(
  tx: Tx,
  by: FeeStaff,
  paid: RefundPaid,
): Promise<{ claimId: string; attempt: { id: string; isNew: boolean } | null }> {
  const { schoolId } = by
  const { claimId } = paid
  const { claim, paidBy } = await lockApproved(tx, schoolId, claimId)
  if (claim.method !== 'online') {
    await recordRefund(tx, by, { ...paid, method: undefined })
    return { claimId, attempt: null }
  }
  const last = await lastAttempt(tx, claim)
  if (paidBy !== null && paidBy !== paid.opId && paidBy !== last?.id) throw new AppError('fees.claim-decided')
  if (paid.method !== undefined) {
    // The money may be on its way back by the gateway.
    if (last?.state !== 'refused') throw new AppError('fees.refund-way', { field: 'method' })
    await recordRefund(tx, by, paid)
    return { claimId, attempt: null }
  }
  if (paidBy !== null) return { claimId, attempt: null }
  if (last && (last.state !== 'refused' || last.id === paid.opId))
    return { claimId, attempt: { id: last.id, isNew: false } }
  return { claimId, attempt: await begin(tx, by, claim, paid.opId) }
}

async function begin(tx: Tx, by: FeeStaff, claim: Claim, id: string): Promise<{ id: string; isNew: boolean }> {
  const { schoolId, userId: byUser, nowMs } = by
  const at = toInstant(nowMs)
  const row = { schoolId, id, claimId: claim.id, state: 'asked', byUser, at } as const
  await tx.insert(feeRefundAttempts).values({ ...row, nextAskAt: toInstant(nowMs + askingMs) })
  const facts = { kind: 'refund', state: 'asked' }
  await recordAuditEvent(tx, by.audit, 'fee-refund-asked', { about: claim.studentId, by: byUser, facts })
  return { id, isNew: true }
}

async function lastAttempt(tx: Tx, { schoolId, id }: Claim): Promise<Attempt | undefined> {
  const [last] = await tx
    .select()
    .from(feeRefundAttempts)
    .where(and(eq(feeRefundAttempts.schoolId, schoolId), eq(feeRefundAttempts.claimId, id)))
    .orderBy(desc(feeRefundAttempts.at), desc(feeRefundAttempts.id))
    .limit(1)
  return last
}

/**
 * Asks the gateway for a refund and books what it says. Only one asks at a time: others leave it to that one. A refund that may have
 * been asked for before is looked for alone. The calls go out of any transaction.
 */
export async function askForAttempt(ctx: UnattendedCtx, { id, isNew }: { id: string; isNew: boolean }): Promise<void> {
  const { deps, school } = ctx
  const { schoolId } = school
  const attempt = await deps.db.tenant(schoolId, (tx) =>
    isNew ? findAttempt(tx, schoolId, id) : takeTurn(tx, ctx, id),
  )
  if (attempt?.state !== 'asked') return
  const answer = await answerOfGateway(ctx, attempt, { isNew })
  await deps.db.tenant(schoolId, (tx) => bookAnswer(tx, ctx, attempt, answer))
}

const isThis = (schoolId: string, id: string) =>
  and(eq(feeRefundAttempts.schoolId, schoolId), eq(feeRefundAttempts.id, id))

async function findAttempt(tx: Tx, schoolId: string, id: string): Promise<Attempt | undefined> {
  const [attempt] = await tx.select().from(feeRefundAttempts).where(isThis(schoolId, id))
  return attempt
}

/** Returns an attempt whose turn it is, and keeps all others from it; undefined where another one has it. */
async function takeTurn(tx: Tx, { deps, school }: UnattendedCtx, id: string): Promise<Attempt | undefined> {
  const nowMs = deps.clock.nowMs()
  const isDue = or(isNull(feeRefundAttempts.nextAskAt), lte(feeRefundAttempts.nextAskAt, toInstant(nowMs)))
  const [attempt] = await tx
    .update(feeRefundAttempts)
    .set({ nextAskAt: toInstant(nowMs + askingMs) })
    .where(and(isThis(school.schoolId, id), eq(feeRefundAttempts.state, 'asked'), isDue))
    .returning()
  return attempt
}

async function bookAnswer(tx: Tx, ctx: UnattendedCtx, { claimId, id }: Attempt, answer: RefundAnswer): Promise<void> {
  const { deps, school } = ctx
  const { schoolId } = school
  const { claim } = await lockApproved(tx, schoolId, claimId)
  const attempt = await findAttempt(tx, schoolId, id)
  if (attempt?.state !== 'asked') return
  const set = (values: Partial<Attempt>) => tx.update(feeRefundAttempts).set(values).where(isThis(schoolId, id))
  const { byUser } = attempt
  if (answer.state === 'refused') {
    await set({ state: 'refused', why: answer.why, nextAskAt: null })
    const facts = { kind: 'refund', state: 'refused' }
    return recordAuditEvent(tx, ctx, 'fee-refund-asked', { about: claim.studentId, by: byUser, facts })
  }
  const refundRef = answer.refundRef ?? attempt.refundRef
  if (answer.state === 'unknown') {
    const next = nextAskAt(fromInstant(attempt.at), deps.clock.nowMs())
    await set({ refundRef, nextAskAt: next === null ? null : toInstant(next) })
    return
  }
  await set({ state: 'refunded', refundRef, nextAskAt: null })
  const by = { ...unattendedFeeActor(deps, school), userId: byUser }
  await recordRefund(tx, by, { opId: id, claimId, paidOn: by.today, reference: (refundRef ?? '').slice(0, 80) })
}

/**
 * Answers in place of a gateway that has not said what became of a refund, after two days, by another person than asked for it.
 * @throws AppError request.not-found, request.invalid, student.needs-another, fees.claim-decided, fees.refund-waiting
 */
export async function answerByHand(
  tx: Tx,
  by: FeeStaff,
  { claimId, isRefunded, paidOn, reference }: z.output<typeof answerRefund.body>,
): Promise<void> {
  const { schoolId, userId, nowMs } = by
  const { claim } = await lockApproved(tx, schoolId, claimId)
  const attempt = await lastAttempt(tx, claim)
  if (attempt?.state !== 'asked') throw new AppError('fees.claim-decided')
  if (attempt.byUser === userId || claim.byUser === userId) throw new AppError('student.needs-another')
  if (!mayAnswerByHand(attempt.at, nowMs)) throw new AppError('fees.refund-waiting')
  if (isRefunded && paidOn === null) throw new AppError('request.invalid', { field: 'paidOn' })
  const state = isRefunded ? 'refunded' : 'refused'
  await tx.update(feeRefundAttempts).set({ state, nextAskAt: null }).where(isThis(schoolId, attempt.id))
  const facts = { kind: 'by-hand', state }
  await recordAuditEvent(tx, by.audit, 'fee-refund-asked', { about: claim.studentId, by: userId, facts })
  if (isRefunded && paidOn !== null) await recordRefund(tx, by, { opId: attempt.id, claimId, paidOn, reference })
}

/** Asks for every refund of a school whose time has come; none of them stops the others. */
export async function sweepRefunds(ctx: UnattendedCtx, isStopping = () => false): Promise<void> {
  const { deps, school } = ctx
  const { schoolId } = school
  const due = await deps.db.tenant(schoolId, (tx) =>
    tx
      .select({ id: feeRefundAttempts.id })
      .from(feeRefundAttempts)
      .where(
        and(eq(feeRefundAttempts.schoolId, schoolId), lte(feeRefundAttempts.nextAskAt, toInstant(deps.clock.nowMs()))),
      )
      .orderBy(asc(feeRefundAttempts.nextAskAt))
      .limit(50),
  )
  for (const { id } of due) {
    if (isStopping()) break
    try {
      await askForAttempt(ctx, { id, isNew: false })
    } catch (error) {
      deps.log.error(describeFailure(error), 'a refund can not be asked for now')
    }
  }
}
