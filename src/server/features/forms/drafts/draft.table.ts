import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { formVersions } from '../form.table.ts'

/** Draft continued elsewhere: one row for each emailed link, until it is submitted or too old. */
export const formDrafts = pgTable(
  'form_drafts',
  {
    schoolId: schoolId(),
    /** SHA-256 of the link's token, hex: reading the table gives no link. */
    tokenHash: text('token_hash').notNull(),
    /** Id of the later submission. */
    id: uuid('id').notNull(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    language: text('language').$type<Language>().notNull(),
    answers: jsonb('answers').$type<Answers>().notNull(),
    /** Count of changes, so that one device does not overwrite another's. */
    revision: integer('revision').notNull().default(1),
    startedAt: instant('started_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.tokenHash] }),
    index('form_drafts_id_idx').on(t.schoolId, t.id),
    index('form_drafts_expires_idx').on(t.schoolId, t.expiresAt),
    foreignKey({
      columns: [t.schoolId, t.slug, t.version],
      foreignColumns: [formVersions.schoolId, formVersions.slug, formVersions.version],
    }),
    tenantPolicy('form_drafts'),
  ],
)

/** Draft of a signed-in person, from any of their devices. */
export const accountDrafts = pgTable(
  'account_drafts',
  {
    schoolId: schoolId(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    /** Id of the later submission. */
    id: uuid('id').notNull(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    language: text('language').$type<Language>().notNull(),
    answers: jsonb('answers').$type<Answers>().notNull(),
    /** Count of changes, so that one device does not overwrite another's. */
    revision: integer('revision').notNull(),
    startedAt: instant('started_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.userId, t.id] }),
    index('account_drafts_id_idx').on(t.schoolId, t.id),
    foreignKey({
      columns: [t.schoolId, t.slug, t.version],
      foreignColumns: [formVersions.schoolId, formVersions.slug, formVersions.version],
    }),
    tenantPolicy('account_drafts'),
  ],
)
