import { foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { forms } from '../form.table.ts'

/** The one working copy of a form, whose revision stands with the form since it outlives the copy, until it is published or thrown away. */
export const formEdits = pgTable(
  'form_edits',
  {
    schoolId: schoolId(),
    slug: text('slug').notNull(),
    /** Built like a form, and perhaps not fit to be one yet. */
    definition: jsonb('definition').$type<FormDefinition>().notNull(),
    /** The published version that it was compared with when it was last saved; null for a new form. */
    baseVersion: integer('base_version'),
    updatedAt: instant('updated_at').notNull(),
    updatedBy: uuid('updated_by').$type<UserId>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.slug] }),
    foreignKey({ columns: [t.schoolId, t.slug], foreignColumns: [forms.schoolId, forms.slug] }),
    tenantPolicy('form_edits'),
  ],
)
