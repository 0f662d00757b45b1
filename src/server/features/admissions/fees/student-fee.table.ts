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
import type { UserId } from '#shared/kernel/ids.ts'
import { type FeeMove, feeMoves } from './fee-ledger.rules.ts'

/**
 * The money of an application: what a family paid for it, what it is owed again and what went back. Rows are added, none is
 * changed: what was written down wrongly is reversed by rows of the same kinds that take it off again.
 */
export const studentFees = pgTable(
  'student_fees',
  {
    schoolId: schoolId(),
    /** The command's id; of what is owed an own one. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    kind: text('kind').$type<FeeMove>().notNull(),
    /** Less than nothing where it reverses another. */
    amount: minorUnits('amount').notNull(),
    method: text('method').$type<'cash' | 'card' | 'transfer' | 'cheque'>(),
    receipt: text('receipt'),
    /** How many times that receipt was written down, from 1: again only once the time before was reversed. */
    entry: integer('entry').notNull().default(1),
    /** The payment that this row takes off again, and why it was wrong. */
    reverses: uuid('reverses'),
    reason: text('reason'),
    /** The day on which it was paid; of what is owed the day since when. */
    dayOn: date('day_on').notNull(),
    /** Null where a step of the clock or a family brought it about. */
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

/** That the regulator has to be told why a child with support needs was refused: one for each refusal, ticked once. */
export const studentNotices = pgTable(
  'student_notices',
  {
    schoolId: schoolId(),
    /** Of the step that refused the child. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    dueOn: date('due_on').notNull(),
    openedAt: instant('opened_at').notNull(),
    /** The day on which the form was filed, and its number. */
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
