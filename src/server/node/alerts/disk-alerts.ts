import { statfs } from 'node:fs/promises'
import { installationId } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { type Running, startWorker } from '#server/kernel/rounds.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { tellInstallation } from './tell-installation.ts'

const everyMs = 10 * minuteMs
/** Less than this share of a disk is a warning. */
const leastShare = 0.15

/**
 * Mails the people of the installation once when the disk of a folder is nearly full, and once when there is room again.
 * @param least share of the disk that is to be free
 */
export async function tellOfDisk(
  deps: Deps,
  to: readonly string[],
  { folder, least = leastShare }: { folder: string; least?: number },
): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const share = blocks === 0 ? 1 : bavail / blocks
  const value = `${((bavail * bsize) / 1e9).toFixed(1)} GB · ${Math.floor(share * 100)} %`
  const cause = share < least ? 'disk-low' : undefined
  await deps.db.tenant(installationId, (tx) =>
    tellInstallation(tx, deps, to, { causes: ['disk-low'], cause, factKey: 'free', value }),
  )
}

/** Goes on doing so, where the settings name somebody and mail leaves. */
export function startDiskAlerts(deps: Deps, to: readonly string[], folder: string): Running {
  const isWanted = deps.mailer !== undefined && to.length > 0
  return startWorker({
    everyMs,
    round: async () => (isWanted ? tellOfDisk(deps, to, { folder }) : undefined),
    onFailure: (error) => deps.log.error({ error }, 'the disk could not be told of'),
  })
}
