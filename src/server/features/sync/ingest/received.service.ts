import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { type NumberRange, without } from '#server/kernel/number-ranges.ts'
import { jsonRows } from '#server/kernel/sql-values.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import type { Tail } from '#shared/sync/sync.contract.ts'

/** Largest value of a four-byte column. */
export const maxInt = 2 ** 31 - 1

/** Numbers of one stream in one install of a device. */
export interface Numbers extends NumberRange {
  readonly deviceId: DeviceId
  readonly installEpoch: string
  readonly stream: string
}

/** One install of a device's outbox: its last reported tails and what has arrived, per stream. */
export interface InstallLife {
  readonly deviceId: DeviceId
  readonly installEpoch: string
  readonly tails: Readonly<Record<string, Tail>>
  /** Highest sequence number received in order. */
  readonly received: Readonly<Record<string, number>>
}

/** Lists all installs of the school's devices, or of one of them; for each device the last caller comes first. */
export async function listInstalls(tx: Tx, schoolId: string, deviceId?: DeviceId): Promise<InstallLife[]> {
  const { rows } = await tx.execute<InstallLife & Record<string, unknown>>(sql`
    select i.device_id as "deviceId", i.install_epoch as "installEpoch", i.tails,
      coalesce((select jsonb_object_agg(s.stream, s.last_seq) from sync_streams s
        where s.school_id = ${schoolId} and s.device_id = i.device_id and s.install_epoch = i.install_epoch), '{}')
        as received
    from sync_installs i
    where i.school_id = ${schoolId} and ${deviceId ? sql`i.device_id = ${deviceId}` : sql`true`}
    order by i.device_id, i.last_seen_at desc, i.install_epoch desc`)
  return rows
}

/** Returns the numbers an install claims to have made that have not been received. */
export const missingOf = ({ deviceId, installEpoch, tails, received }: InstallLife): Numbers[] =>
  Object.entries(tails)
    .map(([stream, { nextSeq }]) => {
      const to = Math.min(nextSeq - 1, maxInt)
      return { deviceId, installEpoch, stream, from: (received[stream] ?? 0) + 1, to }
    })
    .filter(({ from, to }) => from <= to)

/** Returns the highest number received in order from one stream of one install; 0 when nothing came. */
export async function receivedSeq(tx: Tx, schoolId: string, of: Omit<Numbers, 'from' | 'to'>): Promise<number> {
  const { rows } = await tx.execute<{ seq: number }>(sql`
    select last_seq as seq from sync_streams where school_id = ${schoolId} and device_id = ${of.deviceId}
      and install_epoch = ${of.installEpoch} and stream = ${of.stream}`)
  return rows[0]?.seq ?? 0
}

/** Returns by how much each device's clock is off, as in the last operation received of it: server time − device time. */
export async function listClockOffsets(tx: Tx, schoolId: string): Promise<Map<DeviceId, number | null>> {
  const { rows } = await tx.execute<{ deviceId: DeviceId; offsetMs: number | null }>(sql`
    select distinct on (o.device_id) o.device_id as "deviceId", (o.envelope->>'clockOffsetMs')::float8 as "offsetMs"
    from sync_streams s
    join sync_ops o on o.school_id = s.school_id and o.device_id = s.device_id and o.install_epoch = s.install_epoch
      and o.stream = s.stream and o.seq = s.last_seq
    where s.school_id = ${schoolId} order by o.device_id, o.received_at desc, o.seq desc`)
  return new Map(rows.map(({ deviceId, offsetMs }) => [deviceId, offsetMs]))
}

/** Returns what has not arrived of each range, now; in their order. */
export async function notArrived(tx: Tx, schoolId: string, asked: readonly Numbers[]): Promise<NumberRange[][]> {
  if (asked.length === 0) return []
  const ranges = asked.map((numbers, n) => ({ ...numbers, n }))
  // Neighbours share number minus position, and are merged.
  const { rows } = await tx.execute<{ n: number; from: number; to: number }>(sql`
    select n, min(seq)::int as from, max(seq)::int as to from (
      select a.n, o.seq, o.seq - row_number() over (partition by a.n order by o.seq) as island
      from jsonb_to_recordset(${jsonRows(ranges)})
        as a(n int, "deviceId" uuid, "installEpoch" uuid, stream text, "from" int, "to" int)
      join sync_ops o on o.school_id = ${schoolId} and o.device_id = a."deviceId"
        and o.install_epoch = a."installEpoch" and o.stream = a.stream and o.seq between a."from" and a."to"
    ) arrived group by n, island`)
  const arrived = Map.groupBy(rows, ({ n }) => n)
  return asked.map((range, n) => without(range, arrived.get(n) ?? []))
}
