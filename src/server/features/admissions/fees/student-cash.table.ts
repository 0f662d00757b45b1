import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { students } from '#server/features/students/student.table.ts'
import { appendOnlyPolicies, instant, minorUnits, onlyOf, schoolId } from '#server/kernel/columns.ts'
import type { CashTaken } from '#shared/admissions/desk-cash.contract.ts'
import { type CashFault, type CashPurpose, cashFaults, cashPurposes } from '#shared/admissions/desk-cash.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'

/** Cash taken at the admissions desk, allocated or not. Append-only. */
export const studentCash = pgTable(
  'student_cash',
  {
    schoolId: schoolId(),
    /** Id of the operation, made on the device. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    paysFor: text('pays_for').$type<CashPurpose>().notNull(),
    offerId: uuid('offer_id'),
    amount: minorUnits('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** Number given by the device: unique unless two devices chose the same serial, so nothing relies on it. */
    provisional: text('provisional').notNull(),
    number: text('number').notNull(),
    takenAt: instant('taken_at').notNull(),
    known: jsonb('known').$type<CashTaken['known']>().notNull(),
    /** Reason it is unallocated; null where it was applied. */
    fault: text('fault').$type<CashFault>(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    /** Hash of the request: the same id with another request is not a repetition. */
    askedHash: text('asked_hash').notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('student_cash_number_key').on(t.schoolId, t.number),
    index('student_cash_provisional_idx').on(t.schoolId, t.provisional),
    index('student_cash_student_idx').on(t.schoolId, t.studentId, t.recordedAt),
    onlyOf('student_cash_pays_for_check', t.paysFor, cashPurposes),
    onlyOf('student_cash_fault_check', t.fault, cashFaults),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    ...appendOnlyPolicies('student_cash'),
  ],
)

export const cashEnds = ['returned', 'placed'] as const

/** Decisions of finance on unallocated cash: one for each receipt. */
export const studentCashEnds = pgTable(
  'student_cash_ends',
  {
    schoolId: schoolId(),
    cashId: uuid('cash_id').notNull(),
    kind: text('kind').$type<(typeof cashEnds)[number]>().notNull(),
    /** Receipt of its return. */
    receipt: text('receipt'),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.cashId] }),
    onlyOf('student_cash_ends_kind_check', t.kind, cashEnds),
    foreignKey({ columns: [t.schoolId, t.cashId], foreignColumns: [studentCash.schoolId, studentCash.id] }),
    ...appendOnlyPolicies('student_cash_ends'),
  ],
)
