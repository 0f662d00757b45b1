import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'

/** Published versions of a school's letters, from 1. The default, version 0, is in the code. */
export const letterTemplates = pgTable(
  'letter_templates',
  {
    schoolId: schoolId(),
    name: text('name').$type<LetterKind>().notNull(),
    version: integer('version').notNull(),
    template: jsonb('template').$type<LetterTemplate>().notNull(),
    publishedAt: instant('published_at').notNull(),
    publishedBy: uuid('published_by').$type<UserId>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.name, t.version] }), ...appendOnlyPolicies('letter_templates')],
)
