import { foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { forms } from '../form.table.ts'

/**
 * Single working copy of a form, until published or discarded; its revision is stored with the form, since it outlives the copy.
 */
export const formEdits = pgTable(
  'form_edits',
  {
    schoolId: schoolId(),
    slug: text('slug').notNull(),
    /** Form definition, possibly still invalid. */
    definition: jsonb('definition').$type<FormDefinition>().notNull(),
    /** Published version it was compared with at the last save; null for a new form. */
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
