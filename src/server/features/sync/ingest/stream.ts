import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { givenRows } from '#server/kernel/given-rows.ts'
import { chainStart } from '#shared/kernel/chain.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Verdict } from '#shared/sync/sync.contract.ts'
import type { ValidOp } from './envelope.ts'
import type { Install } from './install.ts'

/** Head of a stream: the last number received in order, and the hash that the next one has to name. */
export interface StreamHead {
  lastSeq: number
  lastHash: string
}

/** Locks the stream until the transaction ends; creates a new one. */
export async function lockStream(tx: Tx, install: Install, stream: string): Promise<StreamHead> {
  const known = await selectForUpdate(tx, install, stream)
  if (known) return known
  const { schoolId, deviceId, installEpoch } = install
  await tx.execute(sql`
    insert into sync_streams (school_id, device_id, install_epoch, stream, last_seq, last_hash)
    values (${schoolId}, ${deviceId}, ${installEpoch}, ${stream}, 0, ${chainStart}) on conflict do nothing`)
  const begun = await selectForUpdate(tx, install, stream)
  if (!begun) throw new Error('a stream that was just begun is not there')
  return begun
}

async function selectForUpdate(tx: Tx, install: Install, stream: string): Promise<StreamHead | undefined> {
  const { rows } = await tx.execute<{ seq: number; hash: string }>(sql`
    select last_seq as seq, last_hash as hash from sync_streams where ${isStream(install, stream)} for update`)
  return rows[0] && { lastSeq: rows[0].seq, lastHash: rows[0].hash }
}

const isStream = ({ schoolId, deviceId, installEpoch }: Install, stream: string) => sql`
  school_id = ${schoolId} and device_id = ${deviceId} and install_epoch = ${installEpoch} and stream = ${stream}`

/** Updates the stream's head. Its row is locked. */
export async function advanceStream(tx: Tx, install: Install, stream: string, head: StreamHead): Promise<void> {
  await tx.execute(sql`
    update sync_streams set last_seq = ${head.lastSeq}, last_hash = ${head.lastHash} where ${isStream(install, stream)}`)
}

/** Answer stored with an operation. */
export interface StoredOp {
  opId: string
  hash: string
  outcome: Verdict['outcome']
  messageId: string | null
  flags: string[]
  serverVersion: number | null
}

/** Returns those of the ids that are stored, from any device and stream. */
export async function findStored(tx: Tx, schoolId: string, opIds: readonly string[]): Promise<Map<string, StoredOp>> {
  const { rows } = await tx.execute<Omit<StoredOp, 'serverVersion'> & { version: number | string | null }>(sql`
    select op_id as "opId", hash, outcome, message_id as "messageId", to_jsonb(flags) as flags,
      server_version as version
    from sync_ops where school_id = ${schoolId} and op_id = any(${uuidList(opIds)})`)
  return new Map(
    rows.map(({ version, ...row }) => [row.opId, { ...row, serverVersion: version === null ? null : Number(version) }]),
  )
}

/** Operation with its outcome. */
export type StoredVerdict = Omit<StoredOp, 'hash'> & { from: ValidOp }

/**
 * Stores operations with their verdicts, permanently.
 * @throws Error (SQLSTATE 23505) when another stream has taken one of the ids in the meantime: the next try will see it
 */
export async function storeOps(tx: Tx, install: Install, told: readonly StoredVerdict[], nowMs: number): Promise<void> {
  const rows = told.map(({ from: { op, raw }, outcome, messageId, flags, serverVersion }) => {
    const { opId, stream, seq, hash, kind, v } = op
    return { opId, stream, seq, hash, kind, v, envelope: raw, outcome, messageId, flags, serverVersion }
  })
  const given = givenRows(tx, install.schoolId, rows)
  await tx.execute(sql`
    insert into sync_ops (school_id, op_id, device_id, install_epoch, stream, seq, hash, kind, v, envelope, outcome,
      message_id, flags, server_version, received_at)
    select ${given.school}, o."opId", ${install.deviceId}::uuid, ${install.installEpoch}::uuid, o.stream,
      o.seq, o.hash, o.kind, o.v, o.envelope, o.outcome, o."messageId", o.flags, o."serverVersion",
      ${toInstant(nowMs)}::timestamptz
    from ${given.rows} as o("opId" uuid, stream text, seq int, hash text, kind text, v int,
      envelope jsonb, outcome text, "messageId" text, flags text[], "serverVersion" bigint)`)
}
