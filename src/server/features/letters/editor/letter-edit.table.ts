import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'

/** Single working copy of a letter. Its row outlives it, since revisions never restart. */
export const letterEdits = pgTable(
  'letter_edits',
  {
    schoolId: schoolId(),
    name: text('name').$type<LetterKind>().notNull(),
    revision: integer('revision').notNull(),
    /** Letter template, possibly still invalid; null once published or discarded. */
    template: jsonb('template').$type<LetterTemplate>(),
    updatedAt: instant('updated_at').notNull(),
    updatedBy: uuid('updated_by').$type<UserId>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.name] }), tenantPolicy('letter_edits')],
)
