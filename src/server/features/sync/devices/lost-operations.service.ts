import { and, eq } from 'drizzle-orm'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { PreviousInstall } from '#shared/sync/device.contract.ts'
import { maxInt, receivedSeq } from '../ingest/received.service.ts'
import { alertAboutNumbers } from './alert.service.ts'
import { devices, tills } from './device.table.ts'

/**
 * Counts the operations that never arrived of the earlier install a tablet remembers at pairing; alerts staff once. A device of
 * another school has no earlier install here.
 */
export async function recordLostOperations(
  tx: Tx,
  { school: { schoolId }, deps: { random } }: OpenCtx,
  life: PreviousInstall | undefined,
  nowMs: number,
): Promise<number> {
  if (!life) return 0
  const { deviceId, installEpoch } = life
  const [known] = await tx
    .select({ kind: tills.kind })
    .from(devices)
    .innerJoin(tills, and(eq(tills.schoolId, devices.schoolId), eq(tills.id, devices.tillId)))
    .where(and(eq(devices.schoolId, schoolId), eq(devices.id, deviceId)))
  if (!known) return 0
  const own = { deviceId, installEpoch, stream: `${known.kind === 'till' ? 'till' : 'kiosk'}/${deviceId}` }
  const received = await receivedSeq(tx, schoolId, own)
  // A claim above what can be counted is as alarming as one at it.
  const to = Math.min(life.nextSeq - 1, maxInt)
  if (to <= received) return 0
  await alertAboutNumbers(tx, { schoolId, nowMs, random }, 'lost-operations', { ...own, from: received + 1, to })
  return to - received
}
