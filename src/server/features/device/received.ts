import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Tail } from '#shared/contract/sync.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'

/** One life of a device's outbox: what it said it holds, and what has arrived, per stream. */
export interface Install {
  deviceId: DeviceId
  installEpoch: string
  tails: Record<string, Tail>
  /** Highest sequence number received in order. */
  received: Record<string, number>
}

/**
 * All lives of all devices of the school, the newest of each device first. Reads the tables of `sync` by name, since a
 * feature must not import another's tables.
 */
export async function listInstalls(tx: Tx, schoolId: string): Promise<Install[]> {
  const { rows } = await tx.execute<{
    device_id: DeviceId
    install_epoch: string
    tails: Record<string, Tail>
    received: Record<string, number>
  }>(sql`
    select i.device_id, i.install_epoch, i.tails,
      coalesce((select jsonb_object_agg(s.stream, s.last_seq) from sync_streams s
        where s.school_id = i.school_id and s.device_id = i.device_id and s.install_epoch = i.install_epoch), '{}') as received
    from sync_installs i where i.school_id = ${schoolId}
    order by i.device_id, i.last_seen_at desc`)
  return rows.map(({ device_id, install_epoch, tails, received }) => ({
    deviceId: device_id,
    installEpoch: install_epoch,
    tails,
    received,
  }))
}

/** Highest number received in order from the till's own stream in one life of a device; 0 when nothing came. */
export async function receivedSeq(
  tx: Tx,
  schoolId: string,
  { deviceId, installEpoch }: { deviceId: DeviceId; installEpoch: string },
): Promise<number> {
  const { rows } = await tx.execute<{ seq: number }>(sql`
    select coalesce(max(last_seq), 0)::int as seq from sync_streams
    where school_id = ${schoolId} and device_id = ${deviceId} and install_epoch = ${installEpoch}
      and (stream like 'till/%' or stream like 'kiosk/%')`)
  return rows[0]?.seq ?? 0
}
