import { integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import type { PublicKeyJwk } from '#shared/sync/device.contract.ts'

/** Browsers that hand in forms: a key that says "the same as before", and nothing about who sits there. */
export const visitors = pgTable(
  'visitors',
  {
    schoolId: schoolId(),
    id: uuid('id').$type<DeviceId>().notNull(),
    publicKey: jsonb('public_key').$type<PublicKeyJwk>().notNull(),
    /** Forms it may still hand in: one for each challenge it has solved. */
    credit: integer('credit').notNull(),
    admittedAt: instant('admitted_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.id] }), tenantPolicy('visitors')],
)
