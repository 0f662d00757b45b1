import { and, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import { without } from '#server/kernel/number-ranges.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import type { DeviceHealth } from '#shared/sync/device-health.contract.ts'
import type { Beacon } from '#shared/sync/device.contract.ts'
import {
  type InstallLife,
  listClockOffsets,
  listInstalls,
  missingOf,
  type Numbers,
} from '../ingest/received.service.ts'
import { ReportedCondition } from '#shared/sync/device-condition.contract.ts'
import { alertsByDevice, numbersKnownLost } from './alert.service.ts'
import { devices, sites, tills } from './device.table.ts'
import { tillView } from './device.view.ts'

type ClosedEntry = z.input<typeof DeviceHealth>['closed'][number]

const maxCount = 1000

/**
 * Lists the operations discarded on the school's devices, the newest first. Reads the tables of `sync` and `auth` by name, since
 * a feature must not import another's tables.
 */
async function listClosed(tx: Tx, schoolId: string): Promise<Map<DeviceId, ClosedEntry[]>> {
  const { rows } = await tx.execute<ClosedEntry & { deviceId: DeviceId }>(sql`
    select q.device_id as "deviceId", (q.raw->>'from')::int as seq, q.raw->'closed'->>'reason' as reason, u.name as by,
      q.raw->'closed'->>'at' as at, q.raw->'closed'->>'correctedBy' is not null as "isEnteredAgain"
    from sync_quarantine q
    left join users u on u.school_id = q.school_id and u.id::text = q.raw->'closed'->>'by'
    where q.school_id = ${schoolId} and q.outcome = 'closed'
    order by q.raw->'closed'->>'at' desc limit ${maxCount}`)
  return Map.groupBy(rows, ({ deviceId }) => deviceId)
}

type Health = z.input<typeof DeviceHealth>

/** Lists every device ever paired, the latest pairing first, with what the server has not received from it. */
export async function listDevices(tx: Tx, schoolId: string): Promise<Health[]> {
  const rows = await tx
    .select()
    .from(devices)
    .innerJoin(tills, and(eq(tills.schoolId, devices.schoolId), eq(tills.id, devices.tillId)))
    .innerJoin(sites, and(eq(sites.schoolId, tills.schoolId), eq(sites.id, tills.siteId)))
    .where(eq(devices.schoolId, schoolId))
    .orderBy(desc(devices.pairedAt), desc(devices.id))
  const lives = Map.groupBy(await listInstalls(tx, schoolId), ({ deviceId }) => deviceId)
  const offsets = await listClockOffsets(tx, schoolId)
  const alerts = await alertsByDevice(tx, schoolId)
  const lost = await numbersKnownLost(tx, schoolId)
  const closed = await listClosed(tx, schoolId)
  return rows.map(({ devices: device, tills: till, sites: site }) => ({
    deviceId: device.id,
    till: tillView(till, site),
    epoch: device.epoch,
    pairedAt: device.pairedAt,
    revokedAt: device.revokedAt,
    lastContactAt: device.lastContactAt,
    appVersion: device.appVersion,
    clockOffsetMs: offsets.get(device.id) ?? null,
    condition: ReportedCondition.safeParse(device.condition).data ?? null,
    ...unsent(lives.get(device.id)?.[0]),
    missing: (lives.get(device.id) ?? []).flatMap((life) => awaitedOf(life, lost)),
    closed: closed.get(device.id) ?? [],
    alerts: alerts.get(device.id) ?? [],
  }))
}

/** Returns numbers below the device's next one that have not arrived and were not declared lost. */
function awaitedOf(life: InstallLife, lost: readonly Numbers[]): Health['missing'] {
  return missingOf(life).flatMap(({ stream, from, to }) => {
    const gone = lost.filter((n) => n.installEpoch === life.installEpoch && n.stream === stream)
    return without({ from, to }, gone).map((range) => ({ stream, ...range }))
  })
}

/** Returns what a device last reported as still held, and when it was last seen. */
export async function beaconOf(tx: Tx, schoolId: string, deviceId: DeviceId): Promise<z.input<typeof Beacon>> {
  const [device] = await tx
    .select({ at: devices.lastContactAt })
    .from(devices)
    .where(and(eq(devices.schoolId, schoolId), eq(devices.id, deviceId)))
  const life = (await listInstalls(tx, schoolId)).find((each) => each.deviceId === deviceId)
  const { unsentCount, unsentMinor } = unsent(life)
  return { at: device?.at ?? null, unsentCount, unsentMinor }
}

/**
 * Computes unsent figures from the tails of the newest install. A tail is written before its batch is ingested, so a stream
 * received up to its end counts as sent.
 */
function unsent(life: InstallLife | undefined): Pick<Health, 'unsentCount' | 'unsentMinor' | 'oldestUnsentAt'> {
  let unsentCount = 0
  let unsentMinor = 0
  let oldestUnsentAt: string | null = null
  for (const [stream, tail] of Object.entries(life?.tails ?? {})) {
    const open = Math.min(tail.pending, tail.nextSeq - 1 - (life?.received[stream] ?? 0))
    if (open <= 0) continue
    unsentCount += open
    unsentMinor += tail.pendingMinor
    if (tail.oldestAt !== null && (oldestUnsentAt === null || tail.oldestAt < oldestUnsentAt)) {
      oldestUnsentAt = tail.oldestAt
    }
  }
  return { unsentCount, unsentMinor, oldestUnsentAt }
}
