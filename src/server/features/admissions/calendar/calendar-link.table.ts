import { pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Secret addresses of people's calendars, one a person; a new one takes the place of the old one. */
export const calendarLinks = pgTable(
  'calendar_links',
  {
    schoolId: schoolId(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    tokenHash: text('token_hash').notNull(),
    language: text('language').$type<Language>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** To the hour. */
    lastReadAt: instant('last_read_at'),
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.userId] }),
    uniqueIndex('calendar_links_token_key').on(t.schoolId, t.tokenHash),
    tenantPolicy('calendar_links'),
  ],
)
