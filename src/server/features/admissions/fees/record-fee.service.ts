import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { postAdmissionMoney } from '#server/features/fees/ledger/admission-money.service.ts'
import { readFeeSettings } from '#server/features/fees/setup/fee-settings.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FeePayment, FeeRefund, FeeReversal } from '#shared/admissions/student-change.contract.ts'
import { applicationFeePostings } from '#shared/fees/admission-money.rules.ts'
import { includedTax } from '#shared/fees/tax/fee-tax.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minor, negate } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { updateStudent } from '../file/student-row.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { feeSum, reversalOf } from './fee-ledger.rules.ts'
import { feeRows } from './student-fee.service.ts'
import { studentFees } from './student-fee.table.ts'
import { moneyRulesFor } from './student-money.policy.ts'

/**
 * Records a payment of the application fee, up to what the regulator allows.
 * @throws AppError student.fee-most, request.invalid (the file is closed, or the day is to come), offer.receipt-known
 */
export async function recordFeePayment(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { commandId, amount, method, receipt, on }: FeePayment & { commandId: string },
): Promise<Student> {
  if (on > by.today) throw new AppError('request.invalid', { field: 'change.on' })
  if (student.status === 'rejected') throw new AppError('request.invalid', { field: 'change.amount' })
  const rows = await feeRows(tx, student.schoolId, student.id)
  const most = (await moneyRulesFor(tx, student))?.applicationFee ?? null
  const kept = feeSum(rows, 'paid') - feeSum(rows, 'refund-due')
  if (most !== null && kept + amount > most) throw new AppError('student.fee-most', { field: 'change.amount' })
  // A receipt whose payment was reversed may be recorded again.
  const entry =
    1 + rows.filter((row) => row.receipt === receipt && rows.some(({ reverses }) => reverses === row.id)).length
  const { applicationTax } = await readFeeSettings(tx, student.schoolId)
  const taxed = { amount, ...includedTax(applicationTax, amount) }
  await keep(tx, by, student, { id: commandId, kind: 'paid', ...taxed, method, receipt, entry, dayOn: on })
  await recordAuditEvent(tx, by.mail, 'application-fee-recorded', {
    about: student.id,
    by: by.userId,
    facts: { method },
  })
  return updateStudent(tx, student, {})
}

/** Records a refund of the application fee. @throws AppError request.invalid (more than is owed), offer.receipt-known */
export async function recordFeeRefund(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { commandId, amount, method, receipt }: FeeRefund & { commandId: string },
): Promise<Student> {
  const rows = await feeRows(tx, student.schoolId, student.id)
  if (amount > feeSum(rows, 'refund-due') - feeSum(rows, 'refund-paid'))
    throw new AppError('request.invalid', { field: 'change.amount' })
  await keep(tx, by, student, { id: commandId, kind: 'refund-paid', amount, method, receipt, dayOn: by.today })
  await recordAuditEvent(tx, by.mail, 'application-fee-refunded', {
    about: student.id,
    by: by.userId,
    facts: { method },
  })
  return updateStudent(tx, student, {})
}

/**
 * Reverses a payment that was recorded by mistake, with what is owed of it. Its row stays, beside the rows that reverse it. @throws AppError request.not-found, request.invalid (reversed already, or its money went back)
 */
export async function reverseFee(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { commandId, paymentId, reason }: FeeReversal & { commandId: string },
): Promise<Student> {
  const rows = await feeRows(tx, student.schoolId, student.id)
  const payment = rows.find(({ id, kind }) => id === paymentId && kind === 'paid')
  if (!payment) throw new AppError('request.not-found', { field: 'change.paymentId' })
  const taken = reversalOf(rows, paymentId)
  if (!taken) throw new AppError('request.invalid', { field: 'change.paymentId' })
  const wrong = { reverses: paymentId, reason, dayOn: by.today }
  const { method, taxCode, taxPpm, tax } = payment
  const taxed = { ...wrong, taxCode, taxPpm, tax: tax && negate(tax) }
  await keep(tx, by, student, { ...taxed, id: commandId, kind: 'paid', amount: minor(-taken.paid), method })
  const id = uuidv7(by.nowMs, by.random)
  if (taken.due > 0) await keep(tx, by, student, { ...taxed, id, kind: 'refund-due', amount: minor(-taken.due) })
  await recordAuditEvent(tx, by.mail, 'application-fee-reversed', { about: student.id, by: by.userId, facts: {} })
  return updateStudent(tx, student, {})
}

type Stored = Omit<typeof studentFees.$inferInsert, 'schoolId' | 'studentId' | 'byUser' | 'at'>

async function keep(tx: Tx, { userId, nowMs, mail }: StaffActor, { schoolId, id: studentId }: Student, row: Stored) {
  const kept = await tx
    .insert(studentFees)
    .values({ ...row, schoolId, studentId, byUser: userId, at: toInstant(nowMs) })
    .onConflictDoNothing()
    .returning({ id: studentFees.id })
  if (kept.length === 0) throw new AppError('offer.receipt-known', { field: 'receipt' })
  const { timeZone } = mail.school
  const money = { schoolId, studentId, opId: row.id, happenedOn: row.dayOn, nowMs, timeZone, byUser: userId }
  const postings = applicationFeePostings(row.kind, row.amount, row.method ?? null, row.tax ?? 0)
  await postAdmissionMoney(tx, { ...money, kind: 'application-fee', postings })
}
