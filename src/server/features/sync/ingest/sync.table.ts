import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import type { Tail, Verdict } from '#shared/sync/sync.contract.ts'

/** One install of a device's outbox: its current fence and last tail. */
export const syncInstalls = pgTable(
  'sync_installs',
  {
    schoolId: schoolId(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
    installEpoch: uuid('install_epoch').notNull(),
    fenceEpoch: integer('fence_epoch').notNull(),
    fenceNo: integer('fence_no').notNull(),
    tails: jsonb('tails').$type<Record<string, Tail>>().notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.deviceId, t.installEpoch] }), tenantPolicy('sync_installs')],
)

/** Position up to which each stream has been received, in order. The row is locked while an operation is ingested. */
export const syncStreams = pgTable(
  'sync_streams',
  {
    schoolId: schoolId(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
    installEpoch: uuid('install_epoch').notNull(),
    stream: text('stream').notNull(),
    lastSeq: integer('last_seq').notNull(),
    lastHash: text('last_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.deviceId, t.installEpoch, t.stream] }), tenantPolicy('sync_streams')],
)

/** Every operation ever received, with its verdict: the audit log, and the memory that makes repeats harmless. */
export const syncOps = pgTable(
  'sync_ops',
  {
    schoolId: schoolId(),
    opId: uuid('op_id').notNull(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
    installEpoch: uuid('install_epoch').notNull(),
    stream: text('stream').notNull(),
    seq: integer('seq').notNull(),
    hash: text('hash').notNull(),
    kind: text('kind').notNull(),
    v: integer('v').notNull(),
    /** Operation as received, without the members its command excludes from storage. */
    envelope: jsonb('envelope').$type<Record<string, unknown>>().notNull(),
    outcome: text('outcome').$type<Verdict['outcome']>().notNull(),
    messageId: text('message_id'),
    flags: text('flags').array().notNull(),
    serverVersion: bigint('server_version', { mode: 'number' }),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.opId] }),
    uniqueIndex('sync_ops_stream_seq_key').on(t.schoolId, t.deviceId, t.installEpoch, t.stream, t.seq),
    tenantPolicy('sync_ops'),
  ],
)

/** Operations that could not be ingested, raw, for a person: wrong shape, foreign id, changed body. */
export const syncQuarantine = pgTable(
  'sync_quarantine',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
    opId: text('op_id').notNull(),
    outcome: text('outcome').notNull(),
    messageId: text('message_id').notNull(),
    hash: text('hash').notNull(),
    raw: jsonb('raw').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('sync_quarantine_once_key').on(t.schoolId, t.deviceId, t.opId, t.hash),
    index('sync_quarantine_device_idx').on(t.schoolId, t.deviceId),
    tenantPolicy('sync_quarantine'),
  ],
)
