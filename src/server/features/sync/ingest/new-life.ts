import type { Tx } from '#server/kernel/db.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { alertAboutNumbers } from '../devices/alert.service.ts'
import type { Install } from './install.ts'
import { listLives, missingOf } from './received.service.ts'

/**
 * A known device begins a new life with this batch: its storage was lost. What its last life said it held, and never
 * delivered, will not come from it any more; staff hear which numbers that are. They heard of the lives before when that
 * one began.
 */
export async function alertAboutLastLife(
  tx: Tx,
  { schoolId, deviceId, installEpoch }: Install,
  by: { nowMs: number; random: Random },
): Promise<void> {
  const lives = await listLives(tx, schoolId, deviceId)
  const last = lives.find((life) => life.installEpoch !== installEpoch)
  for (const numbers of last ? missingOf(last) : []) {
    await alertAboutNumbers(tx, { schoolId, ...by }, 'lost-operations', numbers)
  }
}
