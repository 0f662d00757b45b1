import { sql } from 'drizzle-orm'
import { date, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { students } from '#server/features/students/student.table.ts'
import {
  appendOnlyPolicies,
  erasePolicy,
  instant,
  minorUnits,
  onlyOf,
  schoolId,
  tenantPolicy,
} from '#server/kernel/columns.ts'
import type { FeeTaxCode } from '#shared/fees/setup/fee-component.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type FeeMove, feeMoves } from './fee-ledger.rules.ts'

/**
 * Application money: paid, owed and refunded. Append-only: a wrong record is reversed by rows of the same kinds with negative
 * amounts.
 */
export const studentFees = pgTable(
  'student_fees',
  {
    schoolId: schoolId(),
    /** Id of the command; for a debt a new one. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    kind: text('kind').$type<FeeMove>().notNull(),
    /** Negative where it reverses another. */
    amount: minorUnits('amount').notNull(),
    method: text('method').$type<'cash' | 'card' | 'transfer' | 'cheque'>(),
    receipt: text('receipt'),
    /** Number of records of that receipt, from 1: recorded again only after a reversal. */
    entry: integer('entry').notNull().default(1),
    /** Payment that this row reverses, and why it was wrong. */
    reverses: uuid('reverses'),
    reason: text('reason'),
    /** Tax that the amount contains, by the school's setting when the money came; null where none was set. */
    taxCode: text('tax_code').$type<FeeTaxCode>(),
    taxPpm: integer('tax_ppm'),
    tax: minorUnits('tax'),
    /** Day of the payment; for a debt the day it arose. */
    dayOn: date('day_on').notNull(),
    /** Null where a transition of the clock or a family caused it. */
    byUser: uuid('by_user').$type<UserId>(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('student_fees_student_idx').on(t.schoolId, t.studentId, t.at),
    uniqueIndex('student_fees_receipt_key').on(t.schoolId, t.studentId, t.kind, t.receipt, t.entry),
    uniqueIndex('student_fees_reverses_key').on(t.schoolId, t.reverses, t.kind),
    onlyOf('student_fees_kind_check', t.kind, feeMoves),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    foreignKey({ columns: [t.schoolId, t.reverses], foreignColumns: [t.schoolId, t.id] }),
    ...appendOnlyPolicies('student_fees'),
    erasePolicy('student_fees', { blank: 'reason is null' }),
  ],
)

/** Notices due to the regulator after rejecting a child with support needs: one for each rejection, filed once. */
export const studentNotices = pgTable(
  'student_notices',
  {
    schoolId: schoolId(),
    /** Id of the rejecting transition. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    dueOn: date('due_on').notNull(),
    openedAt: instant('opened_at').notNull(),
    /** Day the form was filed, and its number. */
    filedOn: date('filed_on'),
    number: text('number'),
    byUser: uuid('by_user').$type<UserId>(),
    at: instant('at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('student_notices_student_idx').on(t.schoolId, t.studentId, t.openedAt),
    index('student_notices_open_idx').on(t.schoolId, t.dueOn).where(sql`filed_on is null`),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    tenantPolicy('student_notices'),
  ],
)
