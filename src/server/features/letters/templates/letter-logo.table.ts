import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, appendOnlyPolicies, instant, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Every logo of the school's letters, from 1; the last is current. Letters name the one they were issued with. */
export const letterLogos = pgTable(
  'letter_logos',
  {
    schoolId: schoolId(),
    version: integer('version').notNull(),
    /** PNG as rewritten by us; null where it was removed. */
    png: bytea('png'),
    /** Hash of the PNG, hex. */
    sha256: text('sha256'),
    at: instant('at').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.version] }), ...appendOnlyPolicies('letter_logos')],
)
