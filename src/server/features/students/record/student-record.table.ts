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
  erasePolicy,
  instant,
  schoolId,
  tenantPolicy,
} from '#server/kernel/columns.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { noteWays } from '#shared/students/student-notes.contract.ts'
import type { GuardianRelation, RecordField, RecordValue } from '#shared/students/student-record.rules.ts'

/** Who looks after a student, as the school knows it now; how it came to that is in `student_record_changes`. */
export const studentGuardians = pgTable(
  'student_guardians',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** Which one of the application this is, from 0; null for whom staff added. */
    place: integer('place'),
    /** In this order they are shown and called. */
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

/** What one command changed in a record: of the child (`of` null) or of a guardian. */
export interface RecordChange {
  of: string | null
  /** Whom it is about, as they were called then. */
  name: string | null
  field: RecordField | 'added' | 'removed' | 'begun' | 'erased'
  from: RecordValue
  to: RecordValue
}

/**
 * Every command that changed a record, kept as long as there is a student: what was changed goes with a file that is erased, that
 * it was begun and erased stays. The id is the command's: sent again it is answered as before.
 */
export const studentRecordChanges = pgTable(
  'student_record_changes',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** The record's revision that it made, from 1. */
    revision: integer('revision').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    /** Of what was asked: the same id with something else is no repetition. */
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
      using: sql`school_id = ${currentSchool} and revision > 1 and not exists (select 1 from students s where s.school_id = student_record_changes.school_id and s.id = student_record_changes.student_id)`,
    }),
  ],
)

/** What staff wrote about a student; never changed. */
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

/** Notes that were struck out: they stay to be read, and count for nothing. */
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
      of: 'student_note_strikes.note_id in (select n.id from student_notes n where n.school_id = e.school_id and n.student_id = e.student_id)',
    }),
  ],
)

/** What somebody has to do about a student by a day. */
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
