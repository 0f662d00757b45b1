import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Files of subject access: what the school holds of a child. Deleted after some days, and with the child. */
export const subjectAccesses = pgTable(
  'subject_accesses',
  {
    schoolId: schoolId(),
    /** Id of the command that began it. */
    id: uuid('id').notNull(),
    askedHash: text('asked_hash').notNull(),
    studentId: uuid('student_id').notNull(),
    language: text('language').$type<Language>().notNull(),
    state: text('state').$type<'running' | 'done'>().notNull(),
    startedAt: instant('started_at').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('subject_accesses_student_idx').on(t.schoolId, t.studentId),
    index('subject_accesses_running_idx').on(t.schoolId).where(sql`state = 'running'`),
    tenantPolicy('subject_accesses'),
  ],
)

/** Entries of such a file. */
export const subjectAccessParts = pgTable(
  'subject_access_parts',
  {
    schoolId: schoolId(),
    accessId: uuid('access_id').notNull(),
    /** From 1: the order of the entries. */
    no: integer('no').notNull(),
    /** Path in the file. */
    path: text('path').notNull(),
    /** Document whose bytes it is; null for data. */
    fileId: uuid('file_id'),
    /** Null until it is ready. */
    content: bytea('content'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.accessId, t.no] }),
    foreignKey({
      columns: [t.schoolId, t.accessId],
      foreignColumns: [subjectAccesses.schoolId, subjectAccesses.id],
    }).onDelete('cascade'),
    tenantPolicy('subject_access_parts'),
  ],
)
