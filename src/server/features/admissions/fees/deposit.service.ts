import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { postAdmissionMoney } from '#server/features/fees/ledger/admission-money.service.ts'
import { applySeatDeposit } from '#server/features/fees/payments/seat-deposit.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { depositPostings, depositRefundPostings } from '#shared/fees/admission-money.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { offerDeposits } from '../offers/offer-outcome.table.ts'
import { findOffer, isPaid, requireLiveOffer, settlementsOf } from '../offers/offer-read.service.ts'
import { insertSettlement, owed } from '../offers/settlement.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { applyDirectTransition } from '../transitions/apply-transition.service.ts'
import { requireTimelyDeposit } from './student-money.policy.ts'

interface Params {
  offerId: string
  commandId: string
}

type Method = 'cash' | 'card' | 'transfer' | 'cheque'

/**
 * Records a payment of the deposit; it settles tuition that is invoiced already. Once it is paid in full the seat is booked at once, so that no clock can take it away again;
 * a student on hold is booked when they go on. @throws AppError offer.over, offer.receipt-known
 */
export async function recordDeposit(
  tx: Tx,
  by: StaffActor,
  student: Student,
  {
    amount,
    method,
    receipt,
    ...asked
  }: Params & { decidedAt: Instant; amount: Minor; method: Method; receipt: string },
): Promise<Student> {
  const offer = await requireLiveOffer(tx, student, asked.offerId)
  if (offer.state !== 'accepted' || offer.terms.deposit === null) throw new AppError('offer.over')
  await requireTimelyDeposit(tx, by, student, offer.terms)
  const { schoolId, userId: byUser, nowMs } = by
  const deposit = { schoolId, id: asked.commandId, offerId: offer.id, amount, method, receipt }
  await insertDeposit(tx, { ...deposit, byUser, at: toInstant(nowMs) })
  await post(tx, by, student, { opId: deposit.id, kind: 'seat-deposit', postings: depositPostings(amount, method) })
  await applySeatDeposit(tx, { ...by.mail, userId: byUser }, student.id)
  const { version } = offer
  await recordAuditEvent(tx, by.mail, 'deposit-recorded', { about: student.id, by: byUser, facts: { version, method } })
  const isBooked = student.status === 'accepted' && (await isPaid(tx, offer))
  return isBooked ? applyDirectTransition(tx, by, student, 'booked', asked.decidedAt) : updateStudent(tx, student, {})
}

/** Records a payment. @throws AppError offer.receipt-known */
async function insertDeposit(tx: Tx, deposit: typeof offerDeposits.$inferInsert): Promise<void> {
  const kept = await tx.insert(offerDeposits).values(deposit).onConflictDoNothing().returning({ id: offerDeposits.id })
  if (kept.length === 0) throw new AppError('offer.receipt-known', { field: 'receipt' })
}

/**
 * Asks to waive the deposit, once for each offer.
 * @throws AppError offer.over, student.proposed (it is asked for already)
 */
export async function requestDepositWaiver(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { offerId, commandId, reason }: Params & { reason: string },
): Promise<Student> {
  const offer = await requireLiveOffer(tx, student, offerId)
  if (offer.state !== 'accepted' || (await isPaid(tx, offer))) throw new AppError('offer.over')
  const rows = await settlementsOf(tx, offer)
  if (rows.some(({ kind }) => kind === 'waiver-asked')) throw new AppError('student.proposed')
  const { schoolId, userId: byUser, nowMs } = by
  const amount = offer.terms.deposit?.amount ?? minor(0)
  const of = { schoolId, id: commandId, offerId, kind: 'waiver-asked' as const, amount, reason }
  await insertSettlement(tx, { ...of, byUser, at: toInstant(nowMs) })
  const { version } = offer
  await recordAuditEvent(tx, by.mail, 'deposit-waiver-asked', { about: student.id, by: byUser, facts: { version } })
  return updateStudent(tx, student, {})
}

/**
 * Approves the waiver, by another person: the seat is booked, and a student on hold is booked when they go on.
 * @throws AppError offer.over, student.proposal-over, student.needs-another
 */
export async function approveDepositWaiver(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { offerId, commandId, decidedAt }: Params & { decidedAt: Instant },
): Promise<Student> {
  const offer = await requireLiveOffer(tx, student, offerId)
  const asked = (await settlementsOf(tx, offer)).find(({ kind }) => kind === 'waiver-asked')
  if (offer.state !== 'accepted' || !asked || (await isPaid(tx, offer))) throw new AppError('student.proposal-over')
  if (asked.byUser === by.userId) throw new AppError('student.needs-another')
  const { schoolId, userId: byUser, nowMs } = by
  const of = { schoolId, id: commandId, offerId, kind: 'waiver-agreed' as const, amount: asked.amount }
  await insertSettlement(tx, { ...of, byUser, at: toInstant(nowMs) })
  const { version } = offer
  await recordAuditEvent(tx, by.mail, 'deposit-waived', { about: student.id, by: byUser, facts: { version } })
  if (student.status !== 'accepted') return updateStudent(tx, student, {})
  // The head approves; that the seat is booked then is finance's transition all the same.
  return applyDirectTransition(tx, { ...by, roles: ['finance'] }, student, 'booked', decidedAt)
}

/**
 * Records a refund to the family. @throws AppError request.not-found, request.invalid (more than is owed),
 * offer.receipt-known
 */
export async function recordRefund(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { offerId, commandId, amount, method, receipt }: Params & { amount: Minor; method: Method; receipt: string },
): Promise<Student> {
  const { schoolId, userId: byUser, nowMs } = by
  const offer = await findOffer(tx, schoolId, offerId)
  if (offer?.studentId !== student.id) throw new AppError('request.not-found', { field: 'change.offerId' })
  if (amount > owed(await settlementsOf(tx, offer))) throw new AppError('request.invalid', { field: 'change.amount' })
  const of = { schoolId, id: commandId, offerId, kind: 'refund-paid' as const, amount, method, receipt }
  await insertSettlement(tx, { ...of, byUser, at: toInstant(nowMs) })
  const postings = depositRefundPostings(amount, method)
  await post(tx, by, student, { opId: commandId, kind: 'deposit-settlement', postings })
  const { version } = offer
  await recordAuditEvent(tx, by.mail, 'refund-recorded', { about: student.id, by: byUser, facts: { version, method } })
  return updateStudent(tx, student, {})
}

type Posted = Pick<Parameters<typeof postAdmissionMoney>[1], 'opId' | 'kind' | 'postings'>

const post = (tx: Tx, { userId: byUser, nowMs, mail }: StaffActor, { schoolId, id }: Student, money: Posted) =>
  postAdmissionMoney(tx, { ...money, schoolId, studentId: id, nowMs, timeZone: mail.school.timeZone, byUser })
