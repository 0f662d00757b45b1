import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import {
  type DeliveryFailure,
  type DeliveryState,
  deliveryStates,
  type WebhookEvent,
} from '#shared/programs/webhook.rules.ts'

/** In place of a secret that was taken away. */
export const noSecret = ''

/** Addresses of other programs that are told what happens. Secrets are encrypted by a key outside the database. */
export const webhooks = pgTable(
  'webhooks',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    url: text('url').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    secret: text('secret').notNull(),
    /** Secret of before the rotation, which signs as well until then. */
    oldSecret: text('old_secret'),
    oldSecretUntil: instant('old_secret_until'),
    isPaused: boolean('is_paused').notNull(),
    /** When deliveries were given up after days without success; a person sets it going again. */
    stoppedAt: instant('stopped_at'),
    revision: integer('revision').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Removed ones stay as long as their deliveries. */
    removedAt: instant('removed_at'),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.id] }), tenantPolicy('webhooks')],
)

/** What is told, address by address. A row is written in the transaction of its cause: both or neither. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    schoolId: schoolId(),
    /** Its `webhook-id`, the same for every try. */
    id: uuid('id').notNull(),
    webhookId: uuid('webhook_id').notNull(),
    event: text('event').$type<WebhookEvent | 'test'>().notNull(),
    /** Ids alone: no name, no amount. */
    data: jsonb('data').$type<Readonly<Record<string, string>>>().notNull(),
    at: instant('at').notNull(),
    /** From when on it is tried for days: when it happened, or was sent again. */
    since: instant('since').notNull(),
    state: text('state').$type<DeliveryState>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull(),
    /** Of the last try: its status, or why there was none. */
    status: integer('status'),
    failure: text('failure').$type<DeliveryFailure>(),
    triedAt: instant('tried_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('webhook_deliveries_due_idx').on(t.schoolId, t.nextAt).where(sql`state = 'queued'`),
    index('webhook_deliveries_latest_idx').on(t.schoolId, t.webhookId, t.at),
    foreignKey({ columns: [t.schoolId, t.webhookId], foreignColumns: [webhooks.schoolId, webhooks.id] }),
    onlyOf('webhook_deliveries_state_check', t.state, deliveryStates),
    tenantPolicy('webhook_deliveries'),
  ],
)
