import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { students } from '#server/features/students/student.table.ts'
import { colleague, type Staff, type Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CashReceipt } from '#shared/admissions/desk-cash.contract.ts'
import type { IncludedTax } from '#shared/fees/tax/fee-tax.contract.ts'
import { zero } from '#shared/kernel/money.ts'
import { studentFees } from './student-fee.table.ts'
import { studentCash, studentCashEnds } from './student-cash.table.ts'

export type Cash = typeof studentCash.$inferSelect
export type CashEnd = typeof studentCashEnds.$inferSelect

/** Returns one cash receipt by the id of its operation. */
export async function findCash(tx: Tx, schoolId: string, id: string): Promise<Cash | undefined> {
  const [row] = await tx
    .select()
    .from(studentCash)
    .where(and(eq(studentCash.schoolId, schoolId), eq(studentCash.id, id)))
  return row
}

/** Returns what finance did with these receipts, by receipt id. */
export async function cashEndsOf(tx: Tx, schoolId: string, ids: readonly string[]): Promise<Map<string, CashEnd>> {
  const rows = await tx
    .select()
    .from(studentCashEnds)
    .where(and(eq(studentCashEnds.schoolId, schoolId), inArray(studentCashEnds.cashId, [...ids])))
  return new Map(rows.map((row) => [row.cashId, row]))
}

/** Selects the ids of students with unallocated cash, for `in (…)`. */
export const cashUnplaced = (schoolId: string): SQL =>
  sql`select c.student_id from ${studentCash} c left join ${studentCashEnds} e on e.school_id = c.school_id and e.cash_id = c.id where c.school_id = ${schoolId} and c.fault is not null and e.cash_id is null`

/** Condition on students: a cash receipt of theirs has this number, final or provisional. */
export const ofCashNumber = (number: string): SQL =>
  sql`exists (select 1 from ${studentCash} c where c.school_id = ${students.schoolId} and c.student_id = ${students.id} and (c.number = ${number} or c.provisional = ${number}))`

/** Returns receipts as staff see them. */
export async function receiptViews(tx: Tx, schoolId: string, rows: readonly Cash[]) {
  const ends = await cashEndsOf(
    tx,
    schoolId,
    rows.map(({ id }) => id),
  )
  const taxes = await taxesOf(tx, schoolId, rows)
  const users = [...rows, ...ends.values()].map(({ byUser }) => byUser)
  const staff = await findPeople(tx, schoolId, users)
  return rows.map((row) => receiptView(row, { end: ends.get(row.id), staff, tax: taxes.get(row.number) }))
}

/** Returns the tax of application fees that were paid with these receipts, by receipt number. */
async function taxesOf(tx: Tx, schoolId: string, cash: readonly Cash[]): Promise<Map<string, IncludedTax>> {
  const paid = cash.filter(({ paysFor }) => paysFor === 'application-fee')
  const rows = await tx
    .select()
    .from(studentFees)
    .where(
      and(
        eq(studentFees.schoolId, schoolId),
        eq(studentFees.kind, 'paid'),
        inArray(studentFees.studentId, [...new Set(paid.map(({ studentId }) => studentId))]),
        inArray(
          studentFees.receipt,
          paid.map(({ number }) => number),
        ),
      ),
    )
  return new Map(
    rows.flatMap(({ receipt, taxCode, taxPpm, tax }) =>
      receipt === null || taxCode === null ? [] : [[receipt, { taxCode, taxPpm: taxPpm ?? 0, tax: tax ?? zero }]],
    ),
  )
}

interface Of {
  end: CashEnd | undefined
  staff: Staff
  tax: IncludedTax | undefined
}

const receiptView = (row: Cash, { end, staff, tax }: Of): z.input<typeof CashReceipt> => ({
  id: row.id,
  number: row.number,
  provisional: row.provisional,
  paysFor: row.paysFor,
  offerId: row.offerId,
  amount: row.amount,
  currency: row.currency,
  tax: tax ?? null,
  takenAt: row.takenAt,
  recordedAt: row.recordedAt,
  by: colleague(row.byUser, staff),
  known: row.known,
  fault: row.fault,
  end: end ? { kind: end.kind, by: colleague(end.byUser, staff), at: end.at } : null,
})

/** Returns all cash receipts of a student, the earliest first. */
export async function cashView(tx: Tx, { schoolId, id }: Student): Promise<{ cash: z.input<typeof CashReceipt>[] }> {
  const rows = await tx
    .select()
    .from(studentCash)
    .where(and(eq(studentCash.schoolId, schoolId), eq(studentCash.studentId, id)))
    .orderBy(asc(studentCash.recordedAt), asc(studentCash.number))
  return { cash: rows.length === 0 ? [] : await receiptViews(tx, schoolId, rows) }
}
