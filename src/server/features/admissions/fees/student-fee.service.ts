import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { postAdmissionMoney } from '#server/features/fees/ledger/admission-money.service.ts'
import { readFeeSettings } from '#server/features/fees/setup/fee-settings.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { colleague, type Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { studentData } from '#shared/admissions/student-file.contract.ts'
import { applicationFeePostings } from '#shared/fees/admission-money.rules.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { minor, zero } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { offersOf } from '../offers/offer-read.service.ts'
import { refundPercent } from '../offers/refund.rules.ts'
import type { Actor } from '../transitions/actor.service.ts'
import { feeSum, reversalOf } from './fee-ledger.rules.ts'
import { studentFees } from './student-fee.table.ts'
import { moneyRulesFor } from './student-money.policy.ts'

type Row = typeof studentFees.$inferSelect

/** Returns the ledger of a student's application fee, the earliest row first. */
export const feeRows = (tx: Tx, schoolId: string, studentId: string): Promise<Row[]> =>
  tx
    .select()
    .from(studentFees)
    .where(and(eq(studentFees.schoolId, schoolId), eq(studentFees.studentId, studentId)))
    .orderBy(asc(studentFees.at), asc(studentFees.id))

/**
 * Records that the application fee is owed back, once, where the school closes a file for which it never offered a seat.
 */
export async function recordFeeRefundDue(tx: Tx, by: Actor, closed: Student, byUser: UserId | null): Promise<void> {
  const { schoolId, id: studentId, outcome } = closed
  if (closed.status !== 'rejected' || outcome === null || refundPercent(outcome, 0) !== 100) return
  const rows = await feeRows(tx, schoolId, studentId)
  const left = feeSum(rows, 'paid') - feeSum(rows, 'refund-due')
  if (left <= 0) return
  const offers = await offersOf(tx, schoolId, studentId)
  if (offers.some(({ offer }) => offer.sentAt !== null)) return
  const id = uuidv7(by.nowMs, by.random)
  // All that is left is owed, with the tax that is left of it; payments may have had different codes.
  const tax = taxSum(rows, 'paid') - taxSum(rows, 'refund-due')
  await tx.insert(studentFees).values({
    schoolId,
    id,
    studentId,
    kind: 'refund-due',
    amount: minor(left),
    ...(rows.some((row) => row.tax !== null) && { tax: minor(tax) }),
    dayOn: by.today,
    byUser,
    at: toInstant(by.nowMs),
  })
  const { timeZone } = by.mail.school
  const money = { schoolId, studentId, opId: id, happenedOn: by.today, nowMs: by.nowMs, timeZone, byUser }
  const postings = applicationFeePostings('refund-due', left, null, tax)
  await postAdmissionMoney(tx, { ...money, kind: 'application-fee', postings })
}

/** Returns the tax contained in what was received or is owed, in minor units. */
const taxSum = (rows: readonly Row[], kind: Row['kind']): number =>
  rows.filter((row) => row.kind === kind).reduce((sum, { tax }) => sum + (tax ?? 0), 0)

/** Selects the ids of students whose application fee is owed back, for `in (…)`. */
export const feesOwed = (schoolId: string): SQL =>
  sql`select student_id from ${studentFees} where school_id = ${schoolId} group by student_id having coalesce(sum(amount) filter (where kind = 'refund-due'), 0) > coalesce(sum(amount) filter (where kind = 'refund-paid'), 0)`

type View = Pick<z.input<typeof studentData.reply>, 'fee'>

/** Returns what was paid for the application, what is owed back, and the most that may be asked for. */
export async function feeView(tx: Tx, student: Student): Promise<View> {
  const { schoolId, id } = student
  const rows = await feeRows(tx, schoolId, id)
  const { currency } = await readSchool(tx, schoolId)
  const rules = await moneyRulesFor(tx, student)
  const { applicationTax } = await readFeeSettings(tx, schoolId)
  const staff = await findPeople(
    tx,
    schoolId,
    rows.flatMap(({ byUser }) => byUser ?? []),
  )
  const line = ({ amount, method, receipt, dayOn, byUser, at, taxCode, taxPpm, tax }: Row) => ({
    amount,
    tax: taxCode === null ? null : { taxCode, taxPpm: taxPpm ?? 0, tax: tax ?? zero },
    method: method ?? 'transfer',
    receipt: receipt ?? '',
    on: dayOn,
    by: byUser && colleague(byUser, staff),
    at,
  })
  const reversedBy = (row: Row) => {
    const found = rows.find(({ reverses }) => reverses === row.id)
    return found
      ? { reason: found.reason ?? '', by: found.byUser && colleague(found.byUser, staff), at: found.at }
      : null
  }
  return {
    fee: {
      currency,
      most: rules?.applicationFee ?? null,
      tax: applicationTax,
      paid: rows
        .filter(({ kind, reverses }) => kind === 'paid' && reverses === null)
        .map((row) => ({
          ...line(row),
          id: row.id,
          reversed: reversedBy(row),
          isReversible: reversalOf(rows, row.id) !== undefined,
        })),
      due: minor(feeSum(rows, 'refund-due')),
      refunded: rows.filter(({ kind }) => kind === 'refund-paid').map(line),
    },
  }
}
