import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { DeviceAlert } from '#shared/contract/device.ts'
import type { Bilingual } from '#shared/contract/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { deviceAlerts } from './device.table.ts'

const mostAlerts = 1000
const nobody: Bilingual = { en: '', ar: '' }

/** The alerts of each device: those that wait for somebody first, then the latest; at most a thousand of the school. */
export async function alertsByDevice(tx: Tx, schoolId: string): Promise<Map<DeviceId, DeviceAlert[]>> {
  // The users are read by name, since a feature must not import another's tables.
  const handler: SQL<Bilingual | null> = sql`(select u.name from users u
    where u.school_id = ${deviceAlerts.schoolId} and u.id = ${deviceAlerts.handledBy})`
  const rows = await tx
    .select({ alert: deviceAlerts, handler })
    .from(deviceAlerts)
    .where(eq(deviceAlerts.schoolId, schoolId))
    .orderBy(sql`${deviceAlerts.handledAt} is not null, ${deviceAlerts.at} desc, ${deviceAlerts.id} desc`)
    .limit(mostAlerts)
  const all = new Map<DeviceId, DeviceAlert[]>()
  for (const { alert, handler: name } of rows) {
    const { id, kind, count, at, handledAt, note, deviceId } = alert
    const handled = handledAt === null ? null : { at: handledAt, by: name ?? nobody, note }
    all.set(deviceId, [...(all.get(deviceId) ?? []), { id, kind, count, at, handled }])
  }
  return all
}

/**
 * Notes that somebody has dealt with an alert. Who was first stays: doing it again changes nothing.
 * @throws AppError request.not-found
 */
export async function handleAlert(
  tx: Tx,
  schoolId: string,
  { alertId, note }: { alertId: string; note?: string | undefined },
  { by, at }: { by: UserId; at: Instant },
): Promise<void> {
  const here = and(eq(deviceAlerts.schoolId, schoolId), eq(deviceAlerts.id, alertId))
  const [known] = await tx.select({ id: deviceAlerts.id }).from(deviceAlerts).where(here)
  if (!known) throw new AppError('request.not-found', { field: 'alertId' })
  await tx
    .update(deviceAlerts)
    .set({ handledAt: at, handledBy: by, note: note || null })
    .where(and(here, isNull(deviceAlerts.handledAt)))
}
