import { and, eq } from 'drizzle-orm'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FormerLife } from '#shared/contract/device.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { deviceAlerts, devices } from './device.table.ts'
import { receivedSeq } from './received.ts'

/** What a column of four bytes can hold; a claim above it is as alarming as one at it. */
const mostLost = 2 ** 31 - 1

/**
 * How many operations a device made in an earlier life that never arrived; staff get an alert, once. A device of
 * another school has no former life here.
 */
export async function noteLostOperations(
  tx: Tx,
  { school: { schoolId }, deps }: OpenCtx,
  life: FormerLife | undefined,
  nowMs: number,
): Promise<number> {
  if (!life) return 0
  const { deviceId } = life
  const [known] = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.schoolId, schoolId), eq(devices.id, deviceId)))
  if (!known) return 0
  const count = Math.min(life.nextSeq - 1 - (await receivedSeq(tx, schoolId, life)), mostLost)
  if (count <= 0) return 0
  const alert = { schoolId, deviceId, kind: 'lost-operations', count }
  const [told] = await tx
    .select({ id: deviceAlerts.id })
    .from(deviceAlerts)
    .where(
      and(
        eq(deviceAlerts.schoolId, schoolId),
        eq(deviceAlerts.deviceId, deviceId),
        eq(deviceAlerts.kind, alert.kind),
        eq(deviceAlerts.count, count),
      ),
    )
  if (!told) {
    await tx.insert(deviceAlerts).values({ ...alert, id: uuidv7(nowMs, deps.random), at: toInstant(nowMs) })
  }
  return count
}
