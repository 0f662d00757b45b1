import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { DeviceHealth } from '#shared/contract/device.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import { listClosed } from './closed-entries.ts'
import { deviceAlerts, devices, sites, tills } from './device.table.ts'
import { tillView } from './device.view.ts'
import { type Install, listInstalls } from './received.ts'

type Health = z.input<typeof DeviceHealth>

/** Every device ever paired, the latest pairing first, with what the server has not received from it. */
export async function listDevices(tx: Tx, schoolId: string): Promise<Health[]> {
  const rows = await tx
    .select()
    .from(devices)
    .innerJoin(tills, and(eq(tills.schoolId, devices.schoolId), eq(tills.id, devices.tillId)))
    .innerJoin(sites, and(eq(sites.schoolId, tills.schoolId), eq(sites.id, tills.siteId)))
    .where(eq(devices.schoolId, schoolId))
    .orderBy(desc(devices.pairedAt), desc(devices.id))
  const installs = Map.groupBy(await listInstalls(tx, schoolId), ({ deviceId }) => deviceId)
  const alerts = Map.groupBy(await latestAlerts(tx, schoolId), ({ deviceId }) => deviceId)
  const closed = await listClosed(tx, schoolId)
  return rows.map(({ devices: device, tills: till, sites: site }) => ({
    deviceId: device.id,
    till: tillView(till, site),
    epoch: device.epoch,
    pairedAt: device.pairedAt,
    revokedAt: device.revokedAt,
    lastContactAt: device.lastContactAt,
    appVersion: device.appVersion,
    ...unsent(installs.get(device.id)?.[0]),
    missing: (installs.get(device.id) ?? []).flatMap(missingOf),
    closed: closed.get(device.id) ?? [],
    alerts: alertsOf(alerts, device.id),
  }))
}

const latestAlerts = (tx: Tx, schoolId: string) =>
  tx.select().from(deviceAlerts).where(eq(deviceAlerts.schoolId, schoolId)).orderBy(desc(deviceAlerts.at)).limit(1000)

const alertsOf = (all: Map<DeviceId, (typeof deviceAlerts.$inferSelect)[]>, id: DeviceId): Health['alerts'] =>
  (all.get(id) ?? []).map(({ kind, count, at }) => ({ kind, count, at }))

/** Numbers below the device's next one that have not arrived. */
function missingOf({ tails, received }: Install): Health['missing'] {
  return Object.entries(tails)
    .map(([stream, { nextSeq }]) => ({ stream, from: (received[stream] ?? 0) + 1, to: nextSeq - 1 }))
    .filter(({ from, to }) => from <= to)
}

/**
 * From the tails of the newest life. A tail was written before the batch that brought it was taken in, so a stream that
 * has arrived up to its end counts as sent.
 */
function unsent(install: Install | undefined): Pick<Health, 'unsentCount' | 'unsentMinor' | 'oldestUnsentAt'> {
  let unsentCount = 0
  let unsentMinor = 0
  let oldestUnsentAt: string | null = null
  for (const [stream, tail] of Object.entries(install?.tails ?? {})) {
    const open = Math.min(tail.pending, tail.nextSeq - 1 - (install?.received[stream] ?? 0))
    if (open <= 0) continue
    unsentCount += open
    unsentMinor += tail.pendingMinor
    if (tail.oldestAt !== null && (oldestUnsentAt === null || tail.oldestAt < oldestUnsentAt)) {
      oldestUnsentAt = tail.oldestAt
    }
  }
  return { unsentCount, unsentMinor, oldestUnsentAt }
}
