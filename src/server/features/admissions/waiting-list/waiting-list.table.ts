import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { ClaimKind, ClaimState, PositionCause, PositionReason } from '#shared/admissions/waiting-list.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** What may bring a student forward, as staff have found it. How it changed stands in the audit record. */
export const studentClaims = pgTable(
  'student_claims',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    kind: text('kind').$type<ClaimKind>().notNull(),
    state: text('state').$type<ClaimState>().notNull(),
    /** By what it is proved. */
    note: text('note').notNull(),
    /** The school's own day of that; null while it is not verified. */
    verifiedOn: date('verified_on'),
    changedBy: uuid('changed_by').$type<UserId>().notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.studentId, t.kind] }), tenantPolicy('student_claims')],
)

/** Every position that a student ever had, with why it was that one and why it changed; the last one is in force. */
export const waitingPositions = pgTable(
  'waiting_positions',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    /** Counts the positions of one student, from 1. */
    no: integer('no').notNull(),
    campus: text('campus').notNull(),
    entryYear: integer('entry_year').notNull(),
    grade: text('grade').notNull(),
    stream: text('stream').notNull(),
    /** Null when the student is no longer on the list; then it has no reason either. */
    position: integer('position'),
    /** How many were on the list then. */
    total: integer('total').notNull(),
    reason: jsonb('reason').$type<PositionReason>(),
    cause: text('cause').$type<PositionCause>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.studentId, t.no] }),
    index('waiting_positions_at_idx').on(t.schoolId, t.at),
    ...appendOnlyPolicies('waiting_positions'),
  ],
)
