import { sql } from 'drizzle-orm'
import { pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appTenant, instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { GenerationCause } from '#shared/sync/server-state.contract.ts'

/** Generations of the server, kept under the id of the installation; the newest is the present one. */
export const serverGenerations = pgTable(
  'server_generations',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    since: instant('since').notNull(),
    cause: text('cause').$type<GenerationCause>().notNull(),
    /** Time of the copy that was restored. */
    dataAsOf: instant('data_as_of'),
    /** Null while the server is held: it answers calls, and does nothing by itself. */
    releasedAt: instant('released_at'),
    /** When what the restore had revived was ended: sessions, codes, emails. Null before, and of the first generation. */
    settledAt: instant('settled_at'),
    /** Identity and timeline of the database while this generation was the present one; null where it tells none. */
    databaseId: text('database_id'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    tenantPolicy('server_generations'),
    // Every school may see by which history of the server its rows are: its number series jump after a restore.
    pgPolicy('server_generations_read', { for: 'select', to: appTenant, using: sql`true` }),
  ],
)
