import { sql } from 'drizzle-orm'
import {
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  appendOnlyPolicies,
  appTenant,
  currentSchool,
  erasableIds,
  erasePolicy,
  instant,
  onlyOf,
  schoolId,
  tenantPolicy,
} from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { ActorRole } from '#shared/students/status-transition.types.ts'
import {
  type StudentOutcome,
  type StudentStatus,
  studentOutcomes,
  studentStatuses,
} from '#shared/students/student-status.rules.ts'
import { students } from './student.table.ts'

/**
 * Transitions of every student: append-only; only the first row of a file that staff created can be deleted with it. A student's
 * status is that of the last row.
 */
export const studentChanges = pgTable(
  'student_changes',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** Student's revision created by this transition. */
    revision: integer('revision').notNull(),
    /** Null for the first: there was no file before. */
    fromStatus: text('from_status').$type<StudentStatus>(),
    toStatus: text('to_status').$type<StudentStatus>().notNull(),
    outcome: text('outcome').$type<StudentOutcome>(),
    mover: text('mover').$type<ActorRole>().notNull(),
    /** Null for a family or the clock. */
    byUser: uuid('by_user').$type<UserId>(),
    approvedBy: uuid('approved_by').$type<UserId>(),
    reason: text('reason'),
    note: text('note'),
    reviewOn: date('review_on'),
    decidedAt: instant('decided_at').notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('student_changes_revision_key').on(t.schoolId, t.studentId, t.revision),
    index('student_changes_recorded_idx').on(t.schoolId, t.recordedAt),
    onlyOf('student_changes_from_check', t.fromStatus, studentStatuses),
    onlyOf('student_changes_to_check', t.toStatus, studentStatuses),
    onlyOf('student_changes_outcome_check', t.outcome, studentOutcomes),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    ...appendOnlyPolicies('student_changes'),
    erasePolicy('student_changes', { blank: 'note is null' }),
    pgPolicy('student_changes_tenant_erase', {
      for: 'delete',
      to: appTenant,
      using: sql`school_id = ${currentSchool} and from_status is null and student_id = any(${erasableIds})`,
    }),
  ],
)

/** Proposed transitions that need a second person. Settled once: approved, withdrawn, or superseded by another transition. */
export const studentProposals = pgTable(
  'student_proposals',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    fromStatus: text('from_status').$type<StudentStatus>().notNull(),
    toStatus: text('to_status').$type<StudentStatus>().notNull(),
    outcome: text('outcome').$type<StudentOutcome>(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    reason: text('reason').notNull(),
    note: text('note'),
    reviewOn: date('review_on'),
    /** Draft offer, sent on approval. */
    offerId: uuid('offer_id'),
    decidedAt: instant('decided_at').notNull(),
    recordedAt: instant('recorded_at').notNull(),
    state: text('state').$type<'open' | 'approved' | 'withdrawn' | 'overtaken'>().notNull(),
    settledBy: uuid('settled_by').$type<UserId>(),
    settledAt: instant('settled_at'),
    settledNote: text('settled_note'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('student_proposals_student_idx').on(t.schoolId, t.studentId, t.state),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    tenantPolicy('student_proposals'),
  ],
)

/** Student fields that a command changes: its answer can be repeated. */
export type StudentState = Pick<
  typeof students.$inferSelect,
  | 'status'
  | 'statusSince'
  | 'heldFrom'
  | 'reviewOn'
  | 'outcome'
  | 'closedBy'
  | 'ownerId'
  | 'nextActionOn'
  | 'campus'
  | 'entryYear'
  | 'grade'
  | 'stream'
  | 'revision'
>

/** Every executed command, kept permanently: an offline device may repeat it days later. */
export const studentCommands = pgTable(
  'student_commands',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    /** Hash of the request: the same id with another request is not a repetition. */
    askedHash: text('asked_hash').notNull(),
    after: jsonb('after').$type<StudentState>().notNull(),
    proposalId: uuid('proposal_id'),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    ...appendOnlyPolicies('student_commands'),
  ],
)
