import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { Hole, Operation } from '#shared/sync/sync.contract.ts'
import { alertAboutNumbers } from '../devices/alert.service.ts'
import { isOwnStream } from './envelope.ts'
import type { IngestContext, Install } from './install.ts'
import { type SetAside, setAside } from './quarantine.ts'
import { maxInt } from './received.service.ts'
import { advanceStream, lockStream } from './stream.ts'

/**
 * Lets a stream continue behind numbers the device declares as never coming. Only at the stream's own edge: a hole further on
 * would hide a gap. Missing numbers are stored, for staff and for a late arrival. Declaring them again (the answer got lost)
 * changes nothing. Discards in the hole are stored for staff in any case.
 */
export async function acceptHole(tx: Tx, intake: IngestContext, hole: Hole): Promise<void> {
  const { install, nowMs, ctx } = intake
  if (!isOwnStream(hole.stream, ctx.device) || hole.to < hole.from || hole.to > maxInt) return
  const head = await lockStream(tx, install, hole.stream)
  if (hole.from > head.lastSeq + 1) return
  const by = { nowMs, random: ctx.deps.random }
  if (hole.closed) await setAside(tx, install, [closedOf(hole)], by)
  if (hole.to <= head.lastSeq) return
  const missing = { ...hole, from: head.lastSeq + 1, installEpoch: install.installEpoch }
  await setAside(tx, install, [asideOf(missing)], by)
  const kind = hole.reason === 'lost' ? 'lost-operations' : 'withheld-operations'
  const { deviceId, installEpoch, schoolId } = install
  const numbers = { deviceId, installEpoch, stream: hole.stream, from: missing.from, to: hole.to }
  if (ctx.device.kind === 'device') await alertAboutNumbers(tx, { ...by, schoolId }, kind, numbers)
  await advanceStream(tx, install, hole.stream, { lastSeq: hole.to, lastHash: hole.lastHash })
}

const asideOf = (missing: Hole & { installEpoch: string }): SetAside => ({
  opId: `${missing.stream}#${missing.from}-${missing.to}`,
  outcome: missing.reason,
  messageId: 'sync.gap',
  hash: sha256Hex(`${missing.installEpoch} ${missing.lastHash}`),
  raw: missing,
})

/** Returns a discard's record: stored beside whatever else is known of the number. */
const closedOf = (hole: Hole): SetAside => ({
  opId: hole.opIds[0] ?? `${hole.stream}#${hole.from}`,
  outcome: 'closed',
  messageId: 'sync.gap',
  hash: sha256Hex(`closed ${hole.lastHash}`),
  raw: hole,
})

/** Returns whether an operation has a number that was declared missing and is still free. */
export async function fillsHole(tx: Tx, install: Install, op: Operation): Promise<boolean> {
  const { schoolId, deviceId, installEpoch } = install
  const { rows } = await tx.execute(sql`
    select 1 from sync_quarantine
    where school_id = ${schoolId} and device_id = ${deviceId} and outcome in ('lost', 'withheld')
      and raw->>'stream' = ${op.stream} and raw->>'installEpoch' = ${installEpoch}
      and ${op.seq} between (raw->>'from')::int and (raw->>'to')::int
      and not exists (select from sync_ops where school_id = ${schoolId} and device_id = ${deviceId}
        and install_epoch = ${installEpoch} and stream = ${op.stream} and seq = ${op.seq})
    limit 1`)
  return rows.length > 0
}
