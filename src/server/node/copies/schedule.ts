import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { backupAlert, lastDueMs } from '#server/features/school/copies/backup-alert.service.ts'
import { readBackupState, recordBackup } from '#server/features/school/copies/backup-copy.service.ts'
import { installationId } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { type Running, startWorker } from '#server/kernel/rounds.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { BackupAlert } from '#shared/school/copies/backup.contract.ts'
import { tellInstallation } from '../alerts/tell-installation.ts'
import type { BackupSettings } from './backup-settings.ts'

interface Judged {
  maxAgeHours: number
  isScheduled: boolean
  sinceMs: number
}

/**
 * Mails the people of the installation about the copies: once when something is wrong, and once when it is over. A mail that does not leave
 * is tried again in the next round.
 */
async function tellAlerts(deps: Deps, to: readonly string[], judged: Judged): Promise<void> {
  const nowMs = deps.clock.nowMs()
  await deps.db.tenant(installationId, async (tx) => {
    const state = await readBackupState(tx)
    const cause = backupAlert(state, { ...judged, nowMs })
    const asOf = state.verified?.dataAsOf
    const value = asOf ? toInstant(Date.parse(asOf)) : '–'
    await tellInstallation(tx, deps, to, { causes: BackupAlert.options, cause, factKey: 'newest', value })
  })
}

const roundMs = 30_000
/** A backup that failed is tried again after so long. */
const retryMs = 3_600_000
const command = fileURLToPath(new URL('../commands/backup.ts', import.meta.url))

/** Runs a backup to its end, by itself in a process of low priority. @returns whether it succeeded */
export type RunBackup = (signal: AbortSignal) => Promise<boolean>

/**
 * Makes a copy when one is due, also one that was missed while the server was off, and mails the people of the installation when the copies
 * fail or grow old.
 */
export function startBackups(deps: Deps, settings: BackupSettings, run: RunBackup = runCommand): Running {
  const watch = new BackupWatch(deps, settings, run)
  return startWorker({
    everyMs: roundMs,
    round: (signal) => watch.round(signal),
    onFailure: (error) => deps.log.error({ error }, 'a round of backups failed'),
  })
}

/** Decides when a copy is due. One round at a time. */
export class BackupWatch {
  readonly #deps: Deps
  readonly #settings: BackupSettings
  readonly #run: RunBackup
  readonly #sinceMs: number
  #triedMs = 0

  constructor(deps: Deps, settings: BackupSettings, run: RunBackup) {
    this.#deps = deps
    this.#settings = settings
    this.#run = run
    this.#sinceMs = deps.clock.nowMs()
  }

  async round(signal: AbortSignal): Promise<void> {
    if (await this.#isDue()) await this.#backUp(signal)
    const { maxAgeHours, atMinutes } = this.#settings
    const judged = { maxAgeHours, isScheduled: atMinutes.length > 0, sinceMs: this.#sinceMs }
    if (!signal.aborted && judged.isScheduled) await tellAlerts(this.#deps, this.#settings.alertEmails, judged)
  }

  async #isDue(): Promise<boolean> {
    const nowMs = this.#deps.clock.nowMs()
    const dueMs = lastDueMs(nowMs, this.#settings.atMinutes)
    if (dueMs === undefined || nowMs - this.#triedMs < retryMs) return false
    const { last } = await this.#deps.db.tenant(installationId, readBackupState)
    return last === undefined || Date.parse(last.startedAt) < dueMs || last.failure !== null
  }

  async #backUp(signal: AbortSignal): Promise<void> {
    const { clock, db } = this.#deps
    const startedMs = clock.nowMs()
    this.#triedMs = startedMs
    const succeeded = await this.#run(signal)
    if (succeeded || signal.aborted) return
    this.#deps.log.error({}, 'a backup failed')
    // A process that was killed has recorded nothing.
    const { last } = await db.tenant(installationId, readBackupState)
    if (last && Date.parse(last.endedAt) >= startedMs) return
    const [startedAt, endedAt] = [toInstant(startedMs), toInstant(clock.nowMs())]
    const empty = { dataAsOf: null, verifiedAt: null, bytes: null, rows: null, hasKeys: false }
    await recordBackup(db, { id: randomUUID(), startedAt, endedAt, target: 'folder', ...empty, failure: 'ended' })
  }
}

/** Runs the command of a backup. */
export const runCommand: RunBackup = (signal) =>
  new Promise((resolve) => {
    // Its settings are those of this process, which it inherits.
    const child = spawn(process.execPath, [command], { stdio: ['ignore', 'ignore', 'inherit'] })
    lowerPriority(child)
    const stop = () => child.kill('SIGTERM')
    signal.addEventListener('abort', stop)
    child.once('error', () => resolve(false))
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop)
      resolve(code === 0)
    })
  })

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, 10)
  } catch {
    // Without the right to, it runs as any other.
  }
}
