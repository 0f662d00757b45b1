import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeClaim } from '#shared/fees/fee-refund.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { feeDocuments } from '../documents/fee-document.table.ts'
import { feeChildren, goneChild } from '../fee-student.service.ts'
import { payerNames } from '../payer-names.service.ts'
import { feeClaimEnds, feeClaims, feeRefundAttempts } from './fee-claim.table.ts'

type Claim = typeof feeClaims.$inferSelect

/** Returns one claim. @throws AppError request.not-found */
export async function requireClaim(tx: Tx, schoolId: string, id: string): Promise<Claim> {
  const [claim] = await tx
    .select()
    .from(feeClaims)
    .where(and(eq(feeClaims.schoolId, schoolId), eq(feeClaims.id, id)))
  if (!claim) throw new AppError('request.not-found', { field: 'claimId' })
  return claim
}

/** Returns what waits for a decision of a payment or of an item, in minor units. */
export async function claimedOf(
  tx: Tx,
  schoolId: string,
  of: { paymentId: string } | { chargeId: string },
): Promise<number> {
  const isOf = 'paymentId' in of ? sql`c.payment_id = ${of.paymentId}` : sql`c.charge_id = ${of.chargeId}`
  const { rows } = await tx.execute<{ amount: string | number }>(sql`
    select coalesce(sum(c.amount), 0) as amount from fee_claims c
    where c.school_id = ${schoolId} and ${isOf}
      and not exists (select from fee_claim_ends e where e.school_id = ${schoolId} and e.claim_id = c.id)`)
  return Number(rows[0]?.amount ?? 0)
}

/** Returns claims: those that wait first, then the latest 200. */
export async function latestClaims(tx: Tx, schoolId: string): Promise<Claim[]> {
  const isOpen = sql`not exists (select from fee_claim_ends e where e.school_id = ${feeClaims.schoolId} and e.claim_id = ${feeClaims.id} and (e.kind in ('refused', 'paid') or ${feeClaims.kind} = 'write-off'))`
  return tx
    .select()
    .from(feeClaims)
    .where(eq(feeClaims.schoolId, schoolId))
    .orderBy(desc(isOpen), desc(feeClaims.at), desc(feeClaims.id))
    .limit(200)
}

/** Returns claims with what became of each. */
export async function claimViews(
  tx: Tx,
  schoolId: string,
  claims: readonly Claim[],
): Promise<z.input<typeof FeeClaim>[]> {
  if (claims.length === 0) return []
  const ids = claims.map(({ id }) => id)
  const ends = await tx
    .select({ end: feeClaimEnds, number: feeDocuments.number })
    .from(feeClaimEnds)
    .leftJoin(
      feeDocuments,
      and(eq(feeDocuments.schoolId, feeClaimEnds.schoolId), eq(feeDocuments.id, feeClaimEnds.documentId)),
    )
    .where(and(eq(feeClaimEnds.schoolId, schoolId), inArray(feeClaimEnds.claimId, ids)))
  const staff = await findPeople(
    tx,
    schoolId,
    [...claims, ...ends.map(({ end }) => end)].map(({ byUser }) => byUser),
  )
  const children = await feeChildren(
    tx,
    schoolId,
    claims.flatMap(({ studentId }) => studentId ?? []),
  )
  const payers = await payerNames(
    tx,
    schoolId,
    claims.map(({ payerId }) => payerId),
  )
  const attempts = await attemptsOf(tx, schoolId, ids)
  return claims.map((claim) => {
    const mine = ends.filter(({ end }) => end.claimId === claim.id)
    const decided = mine.find(({ end }) => end.kind !== 'paid')?.end
    const attempt = attempts.findLast((each) => each.claimId === claim.id)
    const paid = mine.find(({ end }) => end.kind === 'paid')
    const { id: claimId, kind, payerId, studentId, amount, paymentId, chargeId, method, reason } = claim
    return {
      claimId,
      kind,
      amount,
      paymentId,
      chargeId,
      method,
      reason: reason ?? '',
      state: paid ? 'paid' : (decided?.kind ?? 'asked'),
      payer: payers(payerId),
      child: studentId === null ? null : (children.get(studentId) ?? goneChild(studentId)),
      askedBy: colleague(claim.byUser, staff),
      askedAt: claim.at,
      decidedBy: decided ? colleague(decided.byUser, staff) : null,
      decidedAt: decided?.at ?? null,
      paidOn: paid?.end.paidOn ?? null,
      number: paid?.number ?? null,
      atGateway: attempt ? { state: attempt.state, why: attempt.why, at: attempt.at } : null,
    }
  })
}

/** Returns what gateways were asked for these claims, the earliest first. */
const attemptsOf = (tx: Tx, schoolId: string, ids: readonly string[]) =>
  tx
    .select()
    .from(feeRefundAttempts)
    .where(and(eq(feeRefundAttempts.schoolId, schoolId), inArray(feeRefundAttempts.claimId, [...ids])))
    .orderBy(asc(feeRefundAttempts.at), asc(feeRefundAttempts.id))
