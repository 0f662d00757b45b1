import { sqlState } from '#server/kernel/retry.ts'
import { LockedDatabaseError } from './migration-errors.ts'

/** Limits on a migration's wait for a table: each time at most the time-out, since all other sessions queue up behind it. */
export interface LockPatience {
  lockTimeoutMs: number
  /** Between two attempts. */
  pausesMs: readonly number[]
}

export const lockPatience: LockPatience = { lockTimeoutMs: 3000, pausesMs: [1000, 2000, 4000, 8000] }

/** lock_not_available and deadlock_detected. */
export const isLostLock = (error: unknown) => ['55P03', '40P01'].includes(sqlState(error) ?? '')

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Retries after lost locks. @throws LockedDatabaseError when the last attempt could not get its lock either. */
export async function withLockRetries<T>(patience: LockPatience, attempt: () => Promise<T>): Promise<T> {
  const pauses = [...patience.pausesMs]
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLostLock(error)) throw error
      const pauseMs = pauses.shift()
      if (pauseMs === undefined) {
        throw new LockedDatabaseError(`no lock in ${patience.pausesMs.length + 1} attempts`, { cause: error })
      }
      await pause(pauseMs)
    }
  }
}
