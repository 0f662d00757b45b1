import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import {
  type ClosedBy,
  closedByOf,
  type StudentOutcome,
  type StudentStatus,
  studentOutcomes,
  studentStatuses,
} from '#shared/students/student-status.rules.ts'

/** Students: one child's way into one intake, with its current state; the history is in `student_changes`. */
export const students = pgTable(
  'students',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    /** Reference of the application or the import; children of one application share it. */
    reference: text('reference').notNull(),
    /** Submitted by a family, imported from a list, or created by staff before there is an application. */
    origin: text('origin').$type<'form' | 'import' | 'desk'>().notNull(),
    /** Frozen application, and the index of this child in it, from 0. */
    submissionId: uuid('submission_id'),
    place: integer('place'),
    /** Row of `persons` with the child's search keys. */
    personId: uuid('person_id'),
    nameLatin: text('name_latin'),
    nameArabic: text('name_arabic'),
    birthDate: date('birth_date'),
    nationality: text('nationality'),
    /** First calendar year of the school year. */
    entryYear: integer('entry_year'),
    grade: text('grade'),
    source: text('source'),
    /** School's own code; empty where it has only one campus. */
    campus: text('campus').notNull().default(''),
    stream: text('stream').notNull().default(''),
    language: text('language').$type<Language>().notNull(),
    status: text('status').$type<StudentStatus>().notNull(),
    statusSince: instant('status_since').notNull(),
    heldFrom: text('held_from').$type<StudentStatus>(),
    reviewOn: date('review_on'),
    outcome: text('outcome').$type<StudentOutcome>(),
    closedBy: text('closed_by').$type<ClosedBy>(),
    ownerId: uuid('owner_id').$type<UserId>(),
    nextActionOn: date('next_action_on'),
    appliedAt: instant('applied_at').notNull(),
    /** Time of erasure; nothing identifies the child afterwards (`student_erasures`). */
    erasedAt: instant('erased_at'),
    /** Count of changes: a decision names the revision it was based on. */
    revision: integer('revision').notNull(),
    /** Folded name by which lists are sorted. */
    sortName: text('sort_name').notNull(),
    /** Folded search text of the file, each word after a space. */
    searchText: text('search_text').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('students_place_key').on(t.schoolId, t.submissionId, t.place),
    index('students_applied_idx').on(t.schoolId, t.appliedAt, t.id),
    index('students_status_idx').on(t.schoolId, t.status, t.appliedAt, t.id),
    index('students_name_idx').on(t.schoolId, t.sortName, t.id),
    index('students_since_idx').on(t.schoolId, t.statusSince, t.id),
    index('students_due_idx').on(t.schoolId, sql`coalesce(${t.nextActionOn}, '9999-12-31'::date)`, t.id),
    index('students_owner_idx').on(t.schoolId, t.ownerId),
    index('students_reference_idx').on(t.schoolId, t.reference),
    index('students_person_idx').on(t.schoolId, t.personId),
    onlyOf('students_status_check', t.status, studentStatuses),
    onlyOf('students_held_from_check', t.heldFrom, studentStatuses),
    onlyOf('students_outcome_check', t.outcome, studentOutcomes),
    onlyOf('students_closed_by_check', t.closedBy, [...new Set(Object.values(closedByOf))]),
    tenantPolicy('students'),
  ],
)
