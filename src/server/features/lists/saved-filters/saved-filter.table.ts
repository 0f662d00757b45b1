import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { SavedFilter } from '#shared/lists/saved-filter.contract.ts'

/** Named filters of the list of students. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    ownerId: uuid('owner_id').$type<UserId>().notNull(),
    name: text('name').notNull(),
    address: jsonb('address').$type<SavedFilter['address']>().notNull(),
    isShared: boolean('is_shared').notNull(),
    isDefault: boolean('is_default').notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('saved_filters_owner_idx').on(t.schoolId, t.ownerId),
    tenantPolicy('saved_filters'),
  ],
)
