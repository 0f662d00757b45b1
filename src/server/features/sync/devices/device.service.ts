import { and, asc, eq, isNull } from 'drizzle-orm'
import { endSessionsOfDevice } from '#server/features/identity/sessions/session.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Till } from '#shared/sync/device.contract.ts'
import type { DeviceCondition } from '#shared/sync/device-condition.contract.ts'
import { devices, sites, tills } from './device.table.ts'
import { tillView } from './device.view.ts'

const siteOfTill = and(eq(sites.schoolId, tills.schoolId), eq(sites.id, tills.siteId))

/** Lists the tills of a school, by site and code. */
export async function listTills(tx: Tx, schoolId: string): Promise<Till[]> {
  const rows = await tx
    .select()
    .from(tills)
    .innerJoin(sites, siteOfTill)
    .where(eq(tills.schoolId, schoolId))
    .orderBy(asc(sites.code), asc(tills.code))
  return rows.map((row) => tillView(row.tills, row.sites))
}

export async function findTill(tx: Tx, schoolId: string, tillId: string): Promise<Till | undefined> {
  const [row] = await tx
    .select()
    .from(tills)
    .innerJoin(sites, siteOfTill)
    .where(and(eq(tills.schoolId, schoolId), eq(tills.id, tillId)))
  return row && tillView(row.tills, row.sites)
}

/**
 * Revokes a device, and ends the sessions opened on it. What it has sent stays. Repeating it changes nothing. @throws AppError
 * request.not-found
 */
export async function revokeDevice(tx: Tx, schoolId: string, deviceId: DeviceId, nowMs: number): Promise<void> {
  const here = and(eq(devices.schoolId, schoolId), eq(devices.id, deviceId))
  const [known] = await tx.select({ id: devices.id }).from(devices).where(here)
  if (!known) throw new AppError('request.not-found', { field: 'deviceId' })
  await tx
    .update(devices)
    .set({ revokedAt: toInstant(nowMs) })
    .where(and(here, isNull(devices.revokedAt)))
  await endSessionsOfDevice(tx, schoolId, deviceId, nowMs)
}

/** Records the app version that a device runs, as its batches say. Called only when it has changed. */
export async function recordAppVersion(
  tx: Tx,
  schoolId: string,
  deviceId: DeviceId,
  appVersion: string,
): Promise<void> {
  const here = and(eq(devices.schoolId, schoolId), eq(devices.id, deviceId))
  await tx.update(devices).set({ appVersion }).where(here)
}

/** Keeps how a device stands, in place of what it said before. */
export async function recordCondition(
  tx: Tx,
  { schoolId, deviceId, nowMs }: { schoolId: string; deviceId: DeviceId; nowMs: number },
  condition: DeviceCondition,
): Promise<void> {
  await tx
    .update(devices)
    .set({ condition: { ...condition, reportedAt: toInstant(nowMs) } })
    .where(and(eq(devices.schoolId, schoolId), eq(devices.id, deviceId)))
}

/** Returns how many devices are paired now. */
export const countActiveDevices = (tx: Tx, schoolId: string): Promise<number> =>
  tx.$count(devices, and(eq(devices.schoolId, schoolId), isNull(devices.revokedAt)))

/** Returns the till of every device ever paired. */
export async function tillsOfDevices(tx: Tx, schoolId: string): Promise<Map<DeviceId, Till>> {
  const rows = await tx
    .select()
    .from(devices)
    .innerJoin(tills, and(eq(tills.schoolId, devices.schoolId), eq(tills.id, devices.tillId)))
    .innerJoin(sites, siteOfTill)
    .where(eq(devices.schoolId, schoolId))
  return new Map(rows.map((row) => [row.devices.id, tillView(row.tills, row.sites)]))
}
