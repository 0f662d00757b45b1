import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { postAdmissionMoney } from '#server/features/fees/ledger/admission-money.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CashPlaced, CashReturned } from '#shared/admissions/student-change.contract.ts'
import { unplacedCashEndPostings } from '#shared/fees/admission-money.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { endIdOf } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { activeOffer } from '../offers/offer-read.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { feeSum } from './fee-ledger.rules.ts'
import { apply, faultOf } from './record-cash.service.ts'
import { type Cash, cashEndsOf, findCash } from './student-cash.service.ts'
import { studentCashEnds } from './student-cash.table.ts'
import { feeRows } from './student-fee.service.ts'

/**
 * Finance's: cash that had no effect was given back, by a paper of its own.
 * @throws AppError request.not-found, request.invalid (it has an effect or an end)
 */
export async function returnCash(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { cashId, receipt }: CashReturned,
): Promise<Student> {
  const cash = await openCash(tx, by, student, cashId)
  await end(tx, by, cash, { kind: 'returned', receipt })
  await recordAuditEvent(tx, by.mail, 'cash-returned', { about: student.id, by: by.userId, facts: {} })
  return updateStudent(tx, student, {})
}

/**
 * Finance's: cash that had no effect is what was due after all: for the fee, or for the deposit of the offer that counts now.
 * @throws AppError request.not-found, request.invalid (it has an end, or there it is not due either), and as
 * money is refused that comes in any other way
 */
export async function placeCash(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { cashId, paysFor, commandId }: CashPlaced & { commandId: string },
): Promise<Student> {
  const cash = await openCash(tx, by, student, cashId)
  const offerId = paysFor === 'deposit' ? ((await activeOffer(tx, by.schoolId, student.id))?.id ?? null) : null
  const received = minor(feeSum(await feeRows(tx, by.schoolId, student.id), 'paid'))
  // Finance sees the other payments: an earlier one is no reason against another.
  const known = { ...cash.known, received }
  const fault = await faultOf(tx, student, { ...cash, paysFor, offerId, known })
  if (fault) throw new AppError('request.invalid', { field: 'change.paysFor' })
  await end(tx, by, cash, { kind: 'placed', receipt: null })
  await recordAuditEvent(tx, by.mail, 'cash-placed', { about: student.id, by: by.userId, facts: { kind: paysFor } })
  const { amount, number } = cash
  const moment = { on: by.today, decidedAt: toInstant(by.nowMs) }
  return apply(tx, by, student, { commandId, paysFor, offerId, amount, number, ...moment })
}

async function openCash(tx: Tx, by: StaffActor, student: Student, cashId: string): Promise<Cash> {
  const cash = await findCash(tx, by.schoolId, cashId)
  if (cash?.studentId !== student.id) throw new AppError('request.not-found', { field: 'change.cashId' })
  const isOver = cash.fault === null || (await cashEndsOf(tx, by.schoolId, [cashId])).has(cashId)
  if (isOver) throw new AppError('request.invalid', { field: 'change.cashId' })
  return cash
}

type End = Pick<typeof studentCashEnds.$inferInsert, 'kind' | 'receipt'>

async function end(
  tx: Tx,
  { schoolId, userId: byUser, nowMs, mail }: StaffActor,
  { id: cashId, studentId, amount }: Cash,
  ended: End,
): Promise<void> {
  await tx.insert(studentCashEnds).values({ ...ended, schoolId, cashId, byUser, at: toInstant(nowMs) })
  const money = { schoolId, studentId, opId: endIdOf(cashId), kind: 'desk-cash', nowMs, byUser } as const
  const postings = unplacedCashEndPostings(amount)
  await postAdmissionMoney(tx, { ...money, timeZone: mail.school.timeZone, postings })
}
