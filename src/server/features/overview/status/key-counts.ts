import type { Deps } from '#server/kernel/deps.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import type { ServerStatus } from '#shared/overview/server-status.contract.ts'
import { countAllOlder } from '../keys/exchange-keys.service.ts'

type Keys = ServerStatus['keys']

/** Counts are so old at most: they ask every school. */
const freshMs = minuteMs

/** Returns what counts the keys that are still needed, at most once a minute. */
export function keysCounted(): (deps: Deps) => Promise<Keys> {
  let known: { atMs: number; keys: Keys } | undefined
  return async (deps) => {
    const nowMs = deps.clock.nowMs()
    if (known && Math.abs(nowMs - known.atMs) < freshMs) return known.keys
    const { older, lost } = await countAllOlder(deps)
    const keys = { count: deps.keyRing?.keys.length ?? 0, older: older - lost, lost }
    known = { atMs: nowMs, keys }
    return keys
  }
}
