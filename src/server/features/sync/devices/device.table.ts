import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'
import type { DeviceKind, PublicKeyJwk } from '#shared/sync/device.contract.ts'
import type { ReportedCondition } from '#shared/sync/device-condition.contract.ts'

export const sites = pgTable(
  'sites',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    code: text('code').notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('sites_code_key').on(t.schoolId, t.code),
    tenantPolicy('sites'),
  ],
)

/** Tills. `epoch` rises with every pairing and is part of each receipt number. */
export const tills = pgTable(
  'tills',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    siteId: uuid('site_id').notNull(),
    code: text('code').notNull(),
    kind: text('kind').$type<DeviceKind>().notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    epoch: integer('epoch').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('tills_code_key').on(t.schoolId, t.siteId, t.code),
    foreignKey({ columns: [t.schoolId, t.siteId], foreignColumns: [sites.schoolId, sites.id] }),
    tenantPolicy('tills'),
  ],
)

export const devices = pgTable(
  'devices',
  {
    schoolId: schoolId(),
    id: uuid('id').$type<DeviceId>().notNull(),
    tillId: uuid('till_id').notNull(),
    /** Epoch of the till at this pairing. */
    epoch: integer('epoch').notNull(),
    publicKey: jsonb('public_key').$type<PublicKeyJwk>().notNull(),
    pairedBy: uuid('paired_by').$type<UserId>().notNull(),
    pairedAt: instant('paired_at').notNull(),
    revokedAt: instant('revoked_at'),
    lastContactAt: instant('last_contact_at'),
    appVersion: text('app_version'),
    /** Its storage and its printer, as it said last; null for a device that never did. */
    condition: jsonb('condition').$type<ReportedCondition>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('devices_till_idx').on(t.schoolId, t.tillId),
    foreignKey({ columns: [t.schoolId, t.tillId], foreignColumns: [tills.schoolId, tills.id] }),
    tenantPolicy('devices'),
  ],
)

/** Short-lived, single-use codes; only the hash is stored. */
export const pairingCodes = pgTable(
  'pairing_codes',
  {
    schoolId: schoolId(),
    codeHash: text('code_hash').notNull(),
    tillId: uuid('till_id').notNull(),
    createdBy: uuid('created_by').$type<UserId>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.codeHash] }), tenantPolicy('pairing_codes')],
)

/**
 * Device alerts for staff: operations lost with its storage, a broken chain, an operation blocked by our own bug. An alert ends
 * when staff have handled it, or when all its numbers have arrived.
 */
export const deviceAlerts = pgTable(
  'device_alerts',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
    kind: text('kind').notNull(),
    count: integer('count').notNull(),
    at: instant('at').notNull(),
    /** Range of operation numbers, both ends included, if any. */
    installEpoch: uuid('install_epoch'),
    stream: text('stream'),
    fromSeq: integer('from_seq'),
    toSeq: integer('to_seq'),
    handledAt: instant('handled_at'),
    handledBy: uuid('handled_by').$type<UserId>(),
    /** Comment of the person who handled it. */
    note: text('note'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('device_alerts_numbers_key').on(t.schoolId, t.deviceId, t.installEpoch, t.stream, t.fromSeq, t.kind),
    index('device_alerts_device_idx').on(t.schoolId, t.deviceId),
    tenantPolicy('device_alerts'),
  ],
)
