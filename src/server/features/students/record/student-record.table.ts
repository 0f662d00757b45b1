import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
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
  schoolId,
  tenantPolicy,
} from '#server/kernel/columns.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { noteWays } from '#shared/students/student-notes.contract.ts'
import type { GuardianRelation, RecordField, RecordValue } from '#shared/students/student-record.rules.ts'

/** Guardians of a student, as the school knows them now; their history is in `student_record_changes`. */
export const studentGuardians = pgTable(
  'student_guardians',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** Index in the application, from 0; null for guardians added by staff. */
    place: integer('place'),
    /** Order of display and calling. */
    position: integer('position').notNull(),
    nameLatin: text('name_latin'),
    nameArabic: text('name_arabic'),
    relation: text('relation').$type<GuardianRelation>(),
    phone: text('phone'),
    email: text('email'),
    language: text('language').$type<Language>(),
    isLegalGuardian: boolean('is_legal_guardian'),
    maySign: boolean('may_sign'),
    mayCollect: boolean('may_collect'),
    livesWithChild: boolean('lives_with_child'),
    paysShare: integer('pays_share'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('student_guardians_student_idx').on(t.schoolId, t.studentId),
    index('student_guardians_phone_idx').on(t.schoolId, t.phone),
    index('student_guardians_email_idx').on(t.schoolId, sql`lower(${t.email})`),
    tenantPolicy('student_guardians'),
  ],
)

/** Change by one command in a record: of the child (`of` null) or of a guardian. */
export interface RecordChange {
  of: string | null
  /** Name of the person at that time. */
  name: string | null
  field: RecordField | 'added' | 'removed' | 'begun' | 'erased'
  from: RecordValue
  to: RecordValue
}

/**
 * Every command that changed a record, kept while the student exists: erasing a file removes the changes, its creation and
 * erasure stay. The id is the command's: a repeat gets the earlier answer.
 */
export const studentRecordChanges = pgTable(
  'student_record_changes',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** Revision created by it, from 1. */
    revision: integer('revision').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    /** Hash of the request: the same id with another request is not a repetition. */
    askedHash: text('asked_hash').notNull(),
    changes: jsonb('changes').$type<RecordChange[]>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('student_record_changes_revision_key').on(t.schoolId, t.studentId, t.revision),
    ...appendOnlyPolicies('student_record_changes'),
    erasePolicy('student_record_changes'),
    pgPolicy('student_record_changes_tenant_erase', {
      for: 'delete',
      to: appTenant,
      using: sql`school_id = ${currentSchool} and revision > 1 and student_id = any(${erasableIds})`,
    }),
  ],
)

/** Notes of staff about a student; never changed. */
export const studentNotes = pgTable(
  'student_notes',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    way: text('way').$type<(typeof noteWays)[number]>().notNull(),
    text: text('text').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('student_notes_student_idx').on(t.schoolId, t.studentId),
    ...appendOnlyPolicies('student_notes'),
    erasePolicy('student_notes'),
  ],
)

/** Struck-out notes: still readable, without effect. */
export const studentNoteStrikes = pgTable(
  'student_note_strikes',
  {
    schoolId: schoolId(),
    noteId: uuid('note_id').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    reason: text('reason').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.noteId] }),
    ...appendOnlyPolicies('student_note_strikes'),
    erasePolicy('student_note_strikes', {
      by: ['note_id'],
    }),
  ],
)

/** Tasks about a student, with assignee and due day. */
export const studentTasks = pgTable(
  'student_tasks',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    task: text('task').notNull(),
    dueOn: date('due_on').notNull(),
    ownerId: uuid('owner_id').$type<UserId>(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
    doneBy: uuid('done_by').$type<UserId>(),
    doneAt: instant('done_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('student_tasks_student_idx').on(t.schoolId, t.studentId),
    index('student_tasks_open_idx').on(t.schoolId, t.dueOn).where(sql`done_at is null`),
    tenantPolicy('student_tasks'),
  ],
)
