import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeMethod } from '#shared/fees/fee-values.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Day } from '#shared/kernel/time.ts'
import { issueDocument } from '../documents/issue-document.service.ts'
import type { FeeStaff } from '../ledger/fee-actor.ts'
import { lockPayer } from '../payments/lock-payer.service.ts'
import { accountOf } from '../payments/record-payment.service.ts'
import { type Claim, end, endsOf, post } from './claim.service.ts'
import { requireClaim } from './claim-read.service.ts'

export interface RefundPaid {
  /** Id of the operation and of the document. */
  opId: string
  claimId: string
  paidOn: Day
  reference: string
  /** How it went, where not as it was asked for. */
  method?: FeeMethod | undefined
}

/**
 * Locks the payer of a claim. @returns the claim, and under which document it was paid; null while it is approved and not paid
 * @throws AppError request.not-found, fees.claim-decided (no refund, or not approved)
 */
export async function lockApproved(
  tx: Tx,
  schoolId: string,
  claimId: string,
): Promise<{ claim: Claim; paidBy: string | null }> {
  const claim = await requireClaim(tx, schoolId, claimId)
  await lockPayer(tx, schoolId, claim.payerId)
  const ends = await endsOf(tx, claim)
  if (claim.kind !== 'refund' || !ends.some(({ kind }) => kind === 'approved')) throw new AppError('fees.claim-decided')
  return { claim, paidBy: ends.find(({ kind }) => kind === 'paid')?.documentId ?? null }
}

/**
 * Records that an approved refund was paid, and issues its document. Once for each claim.
 * @throws AppError request.not-found, request.invalid (a day to come), fees.claim-decided (not approved, or paid already)
 */
export async function recordRefund(tx: Tx, by: FeeStaff, paid: RefundPaid): Promise<Claim> {
  const { schoolId, userId: byUser } = by
  const { opId, claimId, paidOn, reference } = paid
  if (paidOn > by.today) throw new AppError('request.invalid', { field: 'paidOn' })
  const { claim, paidBy } = await lockApproved(tx, schoolId, claimId)
  if (paidBy === opId) return claim
  if (paidBy !== null) throw new AppError('fees.claim-decided')
  const { payerId, studentId, amount, paymentId } = claim
  const document = await issueDocument(tx, by, {
    id: opId,
    kind: 'refund',
    payerId,
    studentId,
    lines: [],
    total: amount,
    corrects: paymentId,
  })
  const method = paid.method ?? claim.method ?? 'transfer'
  const documentId = document.id
  await end(tx, by, claim, { kind: 'paid', paidOn, reference, documentId, method: paid.method ?? null })
  const credit = method === 'cheque' ? 'bank' : accountOf[method]
  await post(tx, by, { opId, kind: 'refund', happenedOn: paidOn, studentId, documentId }, [
    { debit: 'refunds-payable', credit, amount, payerId, studentId },
  ])
  await recordAuditEvent(tx, by.audit, 'fee-refund-paid', { about: studentId, by: byUser, facts: { method } })
  return claim
}
