import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** A criteria form that one applicant is asked to fill in, and what was written so far. Handed in it is a submission. */
export const criteriaLinks = pgTable(
  'criteria_links',
  {
    schoolId: schoolId(),
    /** The id of the submission that it becomes. */
    id: uuid('id').notNull(),
    /** SHA-256 of the link's token, hex. */
    tokenHash: text('token_hash').notNull(),
    slug: text('slug').notNull(),
    /** Whose application it belongs to. */
    submissionId: uuid('submission_id'),
    /** The student whom it is about, where it was asked for with an offer. */
    studentId: uuid('student_id'),
    subject: text('subject').notNull(),
    email: text('email').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** The version that the answers were written under; null before the first. */
    version: integer('version'),
    answers: jsonb('answers').$type<Answers>().notNull(),
    updatedAt: instant('updated_at'),
    /** Counts the changes, so that one device does not write over what another has written meanwhile. */
    revision: integer('revision').notNull().default(0),
    askedAt: instant('asked_at').notNull(),
    askedBy: uuid('asked_by').$type<UserId>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    handedInAt: instant('handed_in_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('criteria_links_token_key').on(t.schoolId, t.tokenHash),
    index('criteria_links_submission_idx').on(t.schoolId, t.submissionId),
    index('criteria_links_student_idx').on(t.schoolId, t.studentId),
    tenantPolicy('criteria_links'),
  ],
)
