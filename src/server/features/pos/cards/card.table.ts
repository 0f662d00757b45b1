import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import { type CardEnd, cardEnds } from '#shared/pos/card.contract.ts'
import { customers } from '../accounts/customer.table.ts'

/**
 * Cards of a pupil, the one in use and those before. Tills know only the one in use, `customers.card_no`; a card given before
 * this table existed has a row once it ends.
 */
export const cards = pgTable(
  'cards',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    cardNo: text('card_no').notNull(),
    /** Null where nobody noted it. */
    givenAt: instant('given_at'),
    givenBy: uuid('given_by').$type<UserId>(),
    /** Null for the card in use. */
    endedAt: instant('ended_at'),
    endedBy: uuid('ended_by').$type<UserId>(),
    end: text('end_reason').$type<CardEnd>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('cards_customer_idx').on(t.schoolId, t.customerId),
    onlyOf('cards_end_reason_check', t.end, cardEnds),
    foreignKey({ columns: [t.schoolId, t.customerId], foreignColumns: [customers.schoolId, customers.id] }),
    tenantPolicy('cards'),
  ],
)
