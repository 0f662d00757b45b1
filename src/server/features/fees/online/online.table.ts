import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, minorUnits, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Wish } from '#shared/fees/allocation.rules.ts'
import {
  type GatewayCountry,
  type GatewayId,
  gatewayIds,
  type IntentFault,
  type IntentState,
  intentStates,
} from '#shared/fees/online/gateway.rules.ts'
import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'

/** Accounts at payment gateways. Keys are encrypted by a key outside the database. */
export const feeGateways = pgTable(
  'fee_gateways',
  {
    schoolId: schoolId(),
    gateway: text('gateway').$type<GatewayId>().notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    isLive: boolean('is_live').notNull(),
    country: text('country').$type<GatewayCountry>().notNull(),
    merchant: text('merchant').notNull(),
    /** Encrypted; null until it is set. */
    apiKey: text('api_key'),
    webhookSecret: text('webhook_secret'),
    revision: integer('revision').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.gateway] }),
    onlyOf('fee_gateways_gateway_check', t.gateway, gatewayIds),
    tenantPolicy('fee_gateways'),
  ],
)

/** Payments begun at a gateway; the id is our reference there and the id of the payment in the ledger. */
export const feeIntents = pgTable(
  'fee_intents',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    gateway: text('gateway').$type<GatewayId>().notNull(),
    /** Of a top-up the account itself. */
    payerId: uuid('payer_id').notNull(),
    /** The pupil's account that a top-up goes to; null for a payment of fees. */
    customerId: uuid('customer_id').$type<CustomerId>(),
    amount: minorUnits('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    items: jsonb('items').$type<Wish[]>().notNull(),
    state: text('state').$type<IntentState>().notNull(),
    fault: text('fault').$type<IntentFault>(),
    gatewayRef: text('gateway_ref'),
    url: text('url'),
    /** Hash of the token in the address to which the payer comes back; null for links from before it was kept. */
    returnHash: text('return_hash'),
    /** Hash of the request: the same id with another request is not a repetition. */
    askedHash: text('asked_hash').notNull(),
    byUser: uuid('by_user').$type<UserId>(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the gateway is asked next; null when it is not any more. */
    nextAskAt: instant('next_ask_at'),
    paidAt: instant('paid_at'),
    transaction: text('transaction'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('fee_intents_ref_key').on(t.schoolId, t.gateway, t.gatewayRef),
    index('fee_intents_payer_idx').on(t.schoolId, t.payerId, t.createdAt),
    index('fee_intents_created_idx').on(t.schoolId, t.createdAt),
    index('fee_intents_ask_idx').on(t.schoolId, t.nextAskAt).where(sql`next_ask_at is not null`),
    check('fee_intents_amount_check', sql`${t.amount} > 0`),
    onlyOf('fee_intents_state_check', t.state, intentStates),
    foreignKey({ columns: [t.schoolId, t.gateway], foreignColumns: [feeGateways.schoolId, feeGateways.gateway] }),
    tenantPolicy('fee_intents'),
  ],
)

/** Events as gateways sent them, each once: so that they can be worked through again. */
export const feeGatewayEvents = pgTable(
  'fee_gateway_events',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    gateway: text('gateway').$type<GatewayId>().notNull(),
    /** The gateway's id of the event, or the hash of its body. */
    eventKey: text('event_key').notNull(),
    raw: text('raw').notNull(),
    gatewayRef: text('gateway_ref'),
    receivedAt: instant('received_at').notNull(),
    /** When the gateway was asked for its payment. */
    handledAt: instant('handled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('fee_gateway_events_key').on(t.schoolId, t.gateway, t.eventKey),
    index('fee_gateway_events_open_idx').on(t.schoolId, t.receivedAt).where(sql`handled_at is null`),
    onlyOf('fee_gateway_events_gateway_check', t.gateway, gatewayIds),
    tenantPolicy('fee_gateway_events'),
  ],
)
