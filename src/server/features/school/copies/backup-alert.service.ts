import type { BackupAlert } from '#shared/school/copies/backup.contract.ts'
import type { BackupState } from './backup-copy.service.ts'

interface Judged {
  nowMs: number
  /** Age of the newest verified copy, in hours, from which it is too old. */
  maxAgeHours: number
  /** True if the server makes copies by itself. */
  isScheduled: boolean
  /** When this server began to watch: a new installation has no copy yet. */
  sinceMs: number
}

const hourMs = 3_600_000

/** Says what is wrong with the copies; undefined where nothing is. The newest failure counts before the age. */
export function backupAlert({ verified, last }: BackupState, judged: Judged): BackupAlert | undefined {
  const { nowMs, maxAgeHours, isScheduled, sinceMs } = judged
  const failure = last?.failure ?? null
  if (failure !== null && failure !== 'stopped') return 'backup-failed'
  if (!isScheduled && verified === undefined) return 'backup-none'
  const newestMs = verified?.dataAsOf ? Date.parse(verified.dataAsOf) : sinceMs
  return nowMs - newestMs > maxAgeHours * hourMs ? 'backup-old' : undefined
}

/**
 * Returns the last moment up to now at which a copy was due, in ms; undefined where none is planned.
 * @param atMinutes minutes of the machine's day
 */
export function lastDueMs(nowMs: number, atMinutes: readonly number[]): number | undefined {
  const due = [0, -1].flatMap((day) =>
    atMinutes.map((minute) => {
      const date = new Date(nowMs)
      date.setDate(date.getDate() + day)
      date.setHours(Math.floor(minute / 60), minute % 60, 0, 0)
      return date.getTime()
    }),
  )
  const past = due.filter((ms) => ms <= nowMs)
  return past.length === 0 ? undefined : Math.max(...past)
}
