import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { feePayers } from '../setup/fee-payer.table.ts'

/** Links by which payers open the page of what they owe. */
export const feePageLinks = pgTable(
  'fee_page_links',
  {
    schoolId: schoolId(),
    /** Made where the link was asked for, once for each. */
    id: uuid('id').notNull(),
    payerId: uuid('payer_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** Address to which it was mailed, in lower case; null where staff handed it over. */
    email: text('email'),
    language: text('language').$type<Language>().notNull(),
    /** Hash of the request: the same id with another request is not a repetition. */
    askedHash: text('asked_hash').notNull(),
    madeAt: instant('made_at').notNull(),
    madeBy: uuid('made_by').$type<UserId>().notNull(),
    openedAt: instant('opened_at'),
    endedAt: instant('ended_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('fee_page_links_token_key').on(t.schoolId, t.tokenHash),
    index('fee_page_links_payer_idx').on(t.schoolId, t.payerId, t.madeAt),
    foreignKey({ columns: [t.schoolId, t.payerId], foreignColumns: [feePayers.schoolId, feePayers.id] }),
    tenantPolicy('fee_page_links'),
  ],
)
