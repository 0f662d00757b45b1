import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { postAdmissionMoney } from '#server/features/fees/ledger/admission-money.service.ts'
import { nextReceiptNumber, reclaimReceiptNumber } from '#server/features/fees/documents/series.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import { inSavepoint, type Tx } from '#server/kernel/db.ts'
import { sqlState } from '#server/kernel/retry.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { CashTaken } from '#shared/admissions/desk-cash.contract.ts'
import { type CashFault, depositCashFault, feeCashFault } from '#shared/admissions/desk-cash.rules.ts'
import { unplacedCashPostings } from '#shared/fees/admission-money.rules.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { businessDay, type Day, type Instant, toInstant } from '#shared/kernel/time.ts'
import { lockStudentOrErased, updateStudent } from '../file/student-row.service.ts'
import { activeOffer, receivedOf, wholeOffer } from '../offers/offer-read.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { mayCommand } from '../transitions/command.policy.ts'
import { recordDeposit } from './deposit.service.ts'
import { feeSum } from './fee-ledger.rules.ts'
import { recordFeePayment } from './record-fee.service.ts'
import type { Cash } from './student-cash.service.ts'
import { studentCash } from './student-cash.table.ts'
import { feeRows } from './student-fee.service.ts'
import { moneyRulesFor } from './student-money.policy.ts'

/** Cashier, with the school's time zone. */
interface Cashier extends StaffActor {
  timeZone: string
}

/** Cash without the number that a restored server has forgotten. */
type Taken = Omit<CashTaken, 'bookedAs'>

/**
 * Books cash that was taken, once, under its final number. What no longer allows it changes nothing about that: the money is
 * there, and is booked without effect for finance to place or give back.
 * @throws AppError request.not-found, request.invalid (the id is another's, or of something else)
 */
export async function bookCash(tx: Tx, by: Cashier, { bookedAs, ...taken }: CashTaken): Promise<Cash> {
  const { schoolId, userId } = by
  const student = await lockStudentOrErased(tx, schoolId, taken.student_id)
  const command = { schoolId, id: taken.id, asked: taken, isSender: ({ byUser }: Cash) => byUser === userId }
  return runOnce(tx, studentCash, command, {
    first: (askedHash) => book(tx, by, student, { taken, bookedAs, askedHash }),
    again: (row) => row,
  })
}

async function book(
  tx: Tx,
  by: Cashier,
  student: Student,
  { taken, bookedAs, askedHash }: { taken: Taken; bookedAs: string | undefined; askedHash: string },
): Promise<Cash> {
  const { schoolId, userId: byUser } = by
  const again = bookedAs === undefined ? undefined : await reclaimReceiptNumber(tx, schoolId, by.today, bookedAs)
  const { number } = again ?? (await nextReceiptNumber(tx, schoolId, by.today))
  const fault = await applied(tx, by, student, { taken, number })
  if (fault) await updateStudent(tx, student, {})
  const { student_id: studentId, ...rest } = taken
  const recordedAt = toInstant(by.nowMs)
  const [row] = await tx
    .insert(studentCash)
    .values({ ...rest, schoolId, studentId, number, fault, byUser, askedHash, recordedAt })
    .returning()
  if (!row) throw new Error('the cash was not stored')
  if (fault) {
    const money = { schoolId, studentId, opId: taken.id, kind: 'desk-cash', nowMs: by.nowMs, byUser } as const
    await postAdmissionMoney(tx, { ...money, timeZone: by.timeZone, postings: unplacedCashPostings(taken.amount) })
  }
  const facts = { kind: taken.paysFor, state: fault ?? 'applied' }
  await recordAuditEvent(tx, by.mail, 'cash-taken', { about: studentId, by: byUser, facts })
  return row
}

/** Applies the payment; with a blocker, nothing of it stays. */
async function applied(
  tx: Tx,
  by: Cashier,
  student: Student,
  { taken, number }: { taken: Taken; number: string },
): Promise<CashFault | null> {
  const fault: CashFault | undefined = await faultOf(tx, student, taken)
  if (fault) return fault
  if (!mayCommand(by.roles, taken.paysFor)) return 'not-allowed'
  try {
    const money = { ...taken, commandId: taken.id, number, ...momentOf(by, taken.takenAt) }
    await inSavepoint(tx, (part) => apply(part, by, student, money))
    return null
  } catch (error) {
    // A conflict with another transaction: the whole is retried.
    if (!(error instanceof AppError) || sqlState(error) !== undefined) throw error
    return faults[error.messageId] ?? 'refused'
  }
}

const faults: Partial<Record<MessageId, CashFault>> = {
  'offer.over': 'offer-over',
  'offer.early': 'too-early',
  'student.fee-most': 'over-cap',
  'access.denied': 'not-allowed',
}

export async function faultOf(
  tx: Tx,
  student: Student,
  {
    paysFor,
    offerId,
    amount,
    currency,
    known,
  }: Pick<CashTaken, 'paysFor' | 'offerId' | 'amount' | 'currency' | 'known'>,
): Promise<CashFault | undefined> {
  const { schoolId, id } = student
  if (paysFor === 'application-fee') {
    if ((await readSchool(tx, schoolId)).currency !== currency) return 'refused'
    const rows = await feeRows(tx, schoolId, id)
    const most = (await moneyRulesFor(tx, student))?.applicationFee ?? null
    const standing = { most, received: feeSum(rows, 'paid'), owed: feeSum(rows, 'refund-due') }
    return feeCashFault({ ...standing, isClosed: student.status === 'rejected' }, { amount, known: known.received })
  }
  const offer = await activeOffer(tx, schoolId, id)
  if (offer?.id !== offerId) return 'offer-over'
  if (offer.terms.currency !== currency) return 'refused'
  const { deposits, settlements } = await wholeOffer(tx, offer)
  const isWaived = settlements.some(({ kind }) => kind === 'waiver-agreed')
  const due = offer.terms.deposit?.amount ?? 0
  return depositCashFault(
    { isAccepted: offer.state === 'accepted', isWaived, due, received: receivedOf(deposits) },
    { amount },
  )
}

/** Payment of a receipt, as recorded for its purpose. */
interface Money extends Pick<CashTaken, 'paysFor' | 'offerId' | 'amount'> {
  commandId: string
  number: string
  on: Day
  decidedAt: Instant
}

/** Records it as the desk would any other payment. */
export function apply(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { commandId, paysFor, offerId, amount, number, on, decidedAt }: Money,
): Promise<Student> {
  const money = { commandId, amount, method: 'cash', receipt: number } as const
  if (paysFor === 'application-fee') return recordFeePayment(tx, by, student, { ...money, on })
  return recordDeposit(tx, by, student, { ...money, offerId: offerId ?? '', decidedAt })
}

/** Returns when it was taken, by the server's clock and the school's day: a device's fast clock makes it no later than now. */
function momentOf({ timeZone, today, nowMs }: Cashier, takenAt: string): Pick<Money, 'on' | 'decidedAt'> {
  const atMs = Math.min(Date.parse(takenAt), nowMs)
  const on = businessDay(atMs, timeZone, 0)
  return { on: on < today ? on : today, decidedAt: toInstant(atMs) }
}
