import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { countOf } from '#server/kernel/number-ranges.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type DeviceId, type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import type { DeviceAlert } from '#shared/sync/device-health.contract.ts'
import { type Numbers, notArrived } from '../ingest/received.service.ts'
import { deviceAlerts } from './device.table.ts'
import { alertView } from './device.view.ts'

type AlertKind = 'broken-chain' | 'lost-operations' | 'stuck-operations' | 'withheld-operations'

type AlertRow = typeof deviceAlerts.$inferSelect

interface By {
  schoolId: string
  nowMs: number
  random: Random
}

/** Raises an alert about a device for staff, without operation numbers. */
export async function alertStaff(tx: Tx, by: By, kind: AlertKind, deviceId: DeviceId): Promise<void> {
  await tx.insert(deviceAlerts).values({ ...headOf(by), kind, deviceId, count: 1 })
}

/** Raises an alert about a device's operation numbers, once for the same numbers. */
export async function alertAboutNumbers(tx: Tx, by: By, kind: AlertKind, numbers: Numbers): Promise<void> {
  const { from: fromSeq, to: toSeq, ...of } = numbers
  await tx
    .insert(deviceAlerts)
    .values({ ...headOf(by), kind, ...of, fromSeq, toSeq, count: countOf([numbers]) })
    .onConflictDoNothing()
}

const headOf = ({ schoolId, nowMs, random }: By) => ({ schoolId, id: uuidv7(nowMs, random), at: toInstant(nowMs) })

const maxAlerts = 1000

/**
 * Returns the alerts of each device: open ones first, then the latest; at most a thousand of the school. An alert whose numbers
 * have all arrived is resolved and omitted, unless staff handled it.
 */
export async function alertsByDevice(tx: Tx, schoolId: string): Promise<Map<DeviceId, DeviceAlert[]>> {
  const rows = await tx
    .select()
    .from(deviceAlerts)
    .where(eq(deviceAlerts.schoolId, schoolId))
    .orderBy(sql`${deviceAlerts.handledAt} is not null, ${deviceAlerts.at} desc, ${deviceAlerts.id} desc`)
    .limit(maxAlerts)
  const about = rows.flatMap((row) => numbersOf(row).map((numbers) => ({ id: row.id, numbers })))
  const arrived = await notArrived(
    tx,
    schoolId,
    about.map(({ numbers }) => numbers),
  )
  const missing = new Map(
    about.map(({ id, numbers: { stream } }, n) => [id, (arrived[n] ?? []).map((range) => ({ stream, ...range }))]),
  )
  const people = await findPeople(
    tx,
    schoolId,
    rows.flatMap(({ handledBy }) => handledBy ?? []),
  )
  const left = rows.filter(({ id, handledAt }) => handledAt !== null || missing.get(id)?.length !== 0)
  const views = left.map((row) => ({ of: row.deviceId, view: alertView(row, missing.get(row.id), people) }))
  return new Map(
    [...Map.groupBy(views, ({ of }) => of)].map(([deviceId, of]) => [deviceId, of.map(({ view }) => view)]),
  )
}

/** Returns all numbers reported as lost, handled or not: they are no longer expected. */
export async function numbersKnownLost(tx: Tx, schoolId: string): Promise<Numbers[]> {
  const isLost = and(eq(deviceAlerts.kind, 'lost-operations'), isNotNull(deviceAlerts.stream))
  const rows = await tx
    .select()
    .from(deviceAlerts)
    .where(and(eq(deviceAlerts.schoolId, schoolId), isLost))
  return rows.flatMap(numbersOf)
}

function numbersOf({ deviceId, installEpoch, stream, fromSeq, toSeq }: AlertRow): Numbers[] {
  if (installEpoch === null || stream === null || fromSeq === null || toSeq === null) return []
  return [{ deviceId, installEpoch, stream, from: fromSeq, to: toSeq }]
}

/**
 * Marks an alert as handled. The first person stays recorded: repeating it changes nothing.
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
