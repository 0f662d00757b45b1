import type { Log } from '#server/kernel/deps.ts'
import type { BackupSettings } from './backup-settings.ts'
import { type RunBackup, runCommand } from './schedule.ts'

/**
 * Returns what makes a copy before a release changes the database; undefined where the settings don't say where copies go, or who opens
 * them. A copy that fails holds no upgrade up, since the release before goes on with what a newer one has added: the log says so, and the
 * people of the installation are mailed as for any other.
 */
export function copyBeforeUpgrade(
  { to, recipients }: Pick<BackupSettings, 'to' | 'recipients'>,
  log: Pick<Log, 'info' | 'error'>,
  run: RunBackup = runCommand,
): (() => Promise<void>) | undefined {
  if (to === undefined || recipients.length === 0) return undefined
  return async () => {
    log.info({}, 'a copy is made before the database is upgraded')
    if (await run(new AbortController().signal)) return
    log.error({}, 'the copy before the upgrade failed; the upgrade goes on')
  }
}
