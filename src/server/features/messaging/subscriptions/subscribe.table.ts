import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Language } from '#shared/kernel/fields.ts'

/** News subscribers. `pending` until the owner of the address has confirmed it. */
export const subscribers = pgTable(
  'subscribers',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    /** Normalised address, for comparing. */
    emailKey: text('email_key').notNull(),
    email: text('email').notNull(),
    language: text('language').$type<Language>().notNull(),
    state: text('state').$type<'pending' | 'confirmed'>().notNull(),
    askedAt: instant('asked_at').notNull(),
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('subscribers_email_key').on(t.schoolId, t.emailKey),
    index('subscribers_asked_idx').on(t.schoolId, t.state, t.askedAt),
    tenantPolicy('subscribers'),
  ],
)

/** Links in emails: one that confirms, used once; and one in each email that unsubscribes, valid while the subscription lasts. */
export const subscriberLinks = pgTable(
  'subscriber_links',
  {
    schoolId: schoolId(),
    /** SHA-256 of the link's token, hex: reading the table gives no link. */
    tokenHash: text('token_hash').notNull(),
    subscriberId: uuid('subscriber_id').notNull(),
    kind: text('kind').$type<'confirm' | 'end'>().notNull(),
    /** Null for a link that unsubscribes. */
    expiresAt: instant('expires_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.tokenHash] }),
    index('subscriber_links_subscriber_idx').on(t.schoolId, t.subscriberId),
    foreignKey({
      columns: [t.schoolId, t.subscriberId],
      foreignColumns: [subscribers.schoolId, subscribers.id],
    }).onDelete('cascade'),
    tenantPolicy('subscriber_links'),
  ],
)
