import { noteAct } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FeePayment, FeeRefund } from '#shared/contract/student-change.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Student } from './student.view.ts'
import { feeRows, feeSum } from './student-fee.service.ts'
import { studentFees } from './student-fee.table.ts'
import { moneyRulesFor } from './student-money.policy.ts'
import { change } from './student-move.service.ts'
import { requireMover } from './student-offer.service.ts'
import type { Decider } from './student-step.types.ts'

/**
 * Money that came for an application, no more of it than the regulator allows.
 * @throws AppError access.denied, student.fee-most, request.invalid (the file is closed, or the day is to come), offer.receipt-known
 */
export async function receiveFee(
  tx: Tx,
  by: Decider,
  student: Student,
  { commandId, amount, method, receipt, on }: FeePayment & { commandId: string },
): Promise<Student> {
  requireMover(by, ['officer', 'registrar', 'finance'])
  if (on > by.today) throw new AppError('request.invalid', { field: 'change.on' })
  if (student.status === 'rejected') throw new AppError('request.invalid', { field: 'change.amount' })
  const rows = await feeRows(tx, student.schoolId, student.id)
  const most = (await moneyRulesFor(tx, student))?.applicationFee ?? null
  const kept = feeSum(rows, 'paid') - feeSum(rows, 'refund-due')
  if (most !== null && kept + amount > most) throw new AppError('student.fee-most', { field: 'change.amount' })
  await keep(tx, by, student, { id: commandId, kind: 'paid', amount, method, receipt, dayOn: on })
  await noteAct(tx, by.mail, 'application-fee-recorded', { about: student.id, by: by.userId, facts: { method } })
  return change(tx, student, {})
}

/** Finance's: money of an application that went back. @throws AppError access.denied, request.invalid (more than is owed), offer.receipt-known */
export async function payFeeBack(
  tx: Tx,
  by: Decider,
  student: Student,
  { commandId, amount, method, receipt }: FeeRefund & { commandId: string },
): Promise<Student> {
  requireMover(by, ['finance'])
  const rows = await feeRows(tx, student.schoolId, student.id)
  if (amount > feeSum(rows, 'refund-due') - feeSum(rows, 'refund-paid'))
    throw new AppError('request.invalid', { field: 'change.amount' })
  await keep(tx, by, student, { id: commandId, kind: 'refund-paid', amount, method, receipt, dayOn: by.today })
  await noteAct(tx, by.mail, 'application-fee-refunded', { about: student.id, by: by.userId, facts: { method } })
  return change(tx, student, {})
}

type Kept = Pick<typeof studentFees.$inferInsert, 'id' | 'kind' | 'amount' | 'method' | 'receipt' | 'dayOn'>

async function keep(tx: Tx, { userId, nowMs }: Decider, { schoolId, id: studentId }: Student, row: Kept) {
  const kept = await tx
    .insert(studentFees)
    .values({ ...row, schoolId, studentId, byUser: userId, at: toInstant(nowMs) })
    .onConflictDoNothing()
    .returning({ id: studentFees.id })
  if (kept.length === 0) throw new AppError('offer.receipt-known', { field: 'receipt' })
}
