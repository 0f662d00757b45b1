import type { Tx } from '#server/kernel/db.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { alertAboutNumbers } from '../devices/alert.service.ts'
import type { Install } from './install.ts'
import { listInstalls, missingOf } from './received.service.ts'

/**
 * Alerts staff when a known device starts a new install with this batch: its storage was lost. Operations the previous install
 * reported and never delivered will not come; the alert names their numbers. Earlier installs were reported when the next one
 * started.
 */
export async function alertOnReinstall(
  tx: Tx,
  { schoolId, deviceId, installEpoch }: Install,
  by: { nowMs: number; random: Random },
): Promise<void> {
  const lives = await listInstalls(tx, schoolId, deviceId)
  const last = lives.find((life) => life.installEpoch !== installEpoch)
  for (const numbers of last ? missingOf(last) : []) {
    await alertAboutNumbers(tx, { schoolId, ...by }, 'lost-operations', numbers)
  }
}
