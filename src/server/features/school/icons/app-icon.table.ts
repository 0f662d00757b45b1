import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { AppIconName } from '#shared/school/settings/app-icons.contract.ts'

/** Icons of the installed app as pictures, for systems that take no drawing. */
export const appIcons = pgTable(
  'app_icons',
  {
    schoolId: schoolId(),
    name: text('name').$type<AppIconName>().notNull(),
    /** PNG as rewritten by us. */
    png: bytea('png').notNull(),
    /** Hash of the drawing that it shows: a picture of an earlier drawing is not served. */
    drawnFrom: text('drawn_from').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.name] }), tenantPolicy('app_icons')],
)
