import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { HeadMapping } from '#shared/lists/head-mapping.rules.ts'

/** What a person has said of the headings of files, by the shape of the file. */
export const importShapes = pgTable(
  'import_shapes',
  {
    schoolId: schoolId(),
    /** SHA-256 of the headings, and of the list where that is not the students'. */
    shape: text('shape').notNull(),
    mapping: jsonb('mapping').$type<HeadMapping<string>>().notNull(),
    savedAt: instant('saved_at').notNull(),
    savedBy: uuid('saved_by').$type<UserId>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.shape] }), tenantPolicy('import_shapes')],
)
