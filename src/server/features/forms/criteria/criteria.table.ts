import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Criteria form that one applicant is asked to fill in, with the answers so far. Once submitted it is a submission. */
export const criteriaLinks = pgTable(
  'criteria_links',
  {
    schoolId: schoolId(),
    /** Id of the later submission. */
    id: uuid('id').notNull(),
    /** SHA-256 of the link's token, hex. */
    tokenHash: text('token_hash').notNull(),
    /** Hashes of links that the asked person's account opened, the latest first: they end with it. */
    besideHashes: text('beside_hashes').array().notNull().default([]),
    slug: text('slug').notNull(),
    /** Application it belongs to. */
    submissionId: uuid('submission_id'),
    /** Student it is about, where it was asked for with an offer. */
    studentId: uuid('student_id'),
    subject: text('subject').notNull(),
    email: text('email').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** Version the answers were written under; null before the first. */
    version: integer('version'),
    answers: jsonb('answers').$type<Answers>().notNull(),
    updatedAt: instant('updated_at'),
    /** Count of changes, so that one device does not overwrite another's. */
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
    // Few rows have any.
    index('criteria_links_beside_idx').on(t.schoolId).where(sql`${t.besideHashes} <> '{}'`),
    index('criteria_links_submission_idx').on(t.schoolId, t.submissionId),
    index('criteria_links_student_idx').on(t.schoolId, t.studentId),
    tenantPolicy('criteria_links'),
  ],
)
