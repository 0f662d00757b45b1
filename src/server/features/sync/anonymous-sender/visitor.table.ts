import { integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import type { PublicKeyJwk } from '#shared/sync/device.contract.ts'

/** Browsers that submit forms: a key that proves "the same as before", and nothing about the person. */
export const visitors = pgTable(
  'visitors',
  {
    schoolId: schoolId(),
    id: uuid('id').$type<DeviceId>().notNull(),
    publicKey: jsonb('public_key').$type<PublicKeyJwk>().notNull(),
    /** Forms it may still submit: one for each challenge it has solved. */
    credit: integer('credit').notNull(),
    admittedAt: instant('admitted_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.id] }), tenantPolicy('visitors')],
)
