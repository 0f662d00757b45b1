// chunk: hardware
import { type Clock, hourMs, minuteMs } from '#shared/kernel/time.ts'
import type { DeviceCondition } from '#shared/sync/device-condition.contract.ts'
import { conditionDigest } from '#shared/sync/device-condition.rules.ts'

interface ReportParts {
  clock: Clock
  read(): Promise<DeviceCondition>
  /** Resolves with whether the server has it; may reject. */
  send(condition: DeviceCondition): Promise<boolean>
}

/** Least time between two tries, and longest between two reports of the same. */
const pauseMs = 3 * minuteMs
const againMs = hourMs

/**
 * Returns a look at the device: it reports how it stands where that has changed since the last report, or nothing was reported for an hour,
 * and tries no more often than every three minutes. One at a time; it never rejects.
 */
export function conditionReports({ clock, read, send }: ReportParts): () => Promise<void> {
  let triedMs = Number.NEGATIVE_INFINITY
  let sentMs = Number.NEGATIVE_INFINITY
  let sent = ''
  let looking: Promise<void> | undefined
  const look = async () => {
    const nowMs = clock.monotonicMs()
    if (nowMs - triedMs < pauseMs) return
    const condition = await read()
    const digest = conditionDigest(condition)
    if (digest === sent && nowMs - sentMs < againMs) return
    triedMs = nowMs
    if (!(await send(condition))) return
    sent = digest
    sentMs = nowMs
  }
  return () => {
    looking ??= look()
      // What could not be read or sent now is looked at again.
      .catch(() => undefined)
      .finally(() => {
        looking = undefined
      })
    return looking
  }
}
