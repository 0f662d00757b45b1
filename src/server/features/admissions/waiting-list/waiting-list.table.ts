import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { ClaimKind, ClaimState, PositionCause, PositionReason } from '#shared/admissions/waiting-list.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Claims of a student, as verified by staff. Their history is in the audit log. */
export const studentClaims = pgTable(
  'student_claims',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    kind: text('kind').$type<ClaimKind>().notNull(),
    state: text('state').$type<ClaimState>().notNull(),
    /** Proof of the claim. */
    note: text('note').notNull(),
    /** School's own day of verification; null before. */
    verifiedOn: date('verified_on'),
    changedBy: uuid('changed_by').$type<UserId>().notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.studentId, t.kind] }), tenantPolicy('student_claims')],
)

/** Every position a student ever had, with its reason and the cause of the change; the last one counts. */
export const waitingPositions = pgTable(
  'waiting_positions',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    /** Number of a student's position entry, from 1. */
    no: integer('no').notNull(),
    campus: text('campus').notNull(),
    entryYear: integer('entry_year').notNull(),
    grade: text('grade').notNull(),
    stream: text('stream').notNull(),
    /** Null when the student has left the list; then it has no reason either. */
    position: integer('position'),
    /** Length of the list at that time. */
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
