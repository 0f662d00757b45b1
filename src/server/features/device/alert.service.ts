import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Numbers, notArrived } from '#server/features/sync/received.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { countOf, type NumberRange } from '#server/kernel/number-ranges.ts'
import { type DeviceId, type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { deviceAlerts } from './device.table.ts'

type AlertKind = 'broken-chain' | 'lost-operations' | 'stuck-operations' | 'withheld-operations'

type AlertRow = typeof deviceAlerts.$inferSelect

/** An alert that staff still have to handle, with those of its numbers that have not arrived. */
export type OpenAlert = Pick<AlertRow, 'id' | 'deviceId' | 'kind' | 'count' | 'at'> & {
  missing: (NumberRange & { stream: string })[]
}

interface By {
  schoolId: string
  nowMs: number
  random: Random
}

/** Tells staff that something is odd about a device, without naming numbers. */
export async function alertStaff(tx: Tx, by: By, kind: AlertKind, deviceId: DeviceId): Promise<void> {
  await tx.insert(deviceAlerts).values({ ...headOf(by), kind, deviceId, count: 1 })
}

/** Tells staff about numbers of a device. About the same numbers they hear once. */
export async function alertAboutNumbers(tx: Tx, by: By, kind: AlertKind, numbers: Numbers): Promise<void> {
  const { from: fromSeq, to: toSeq, ...of } = numbers
  await tx
    .insert(deviceAlerts)
    .values({ ...headOf(by), kind, ...of, fromSeq, toSeq, count: countOf([numbers]) })
    .onConflictDoNothing()
}

const headOf = ({ schoolId, nowMs, random }: By) => ({ schoolId, id: uuidv7(nowMs, random), at: toInstant(nowMs) })

const mostOpen = 1000

/** What staff have not handled yet and what has not been mended by arriving; the newest first. */
export async function listOpenAlerts(tx: Tx, schoolId: string): Promise<OpenAlert[]> {
  const rows = await tx
    .select()
    .from(deviceAlerts)
    .where(and(eq(deviceAlerts.schoolId, schoolId), isNull(deviceAlerts.handledAt)))
    .orderBy(desc(deviceAlerts.at), desc(deviceAlerts.id))
    .limit(mostOpen)
  const about = new Map(rows.flatMap((row) => numbersOf(row).map((numbers) => [row.id, numbers] as const)))
  const missing = await notArrived(tx, schoolId, [...about.values()])
  const left = new Map([...about].map(([id, { stream }], n) => [id, (missing[n] ?? []).map((r) => ({ stream, ...r }))]))
  return rows
    .map(({ id, deviceId, kind, count, at }) => {
      const ranges = left.get(id)
      return { id, deviceId, kind, at, missing: ranges ?? [], count: ranges ? countOf(ranges) : count }
    })
    .filter(({ count }) => count > 0)
}

/** All numbers that staff were told are lost, handled or not: nobody waits for them any more. */
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
