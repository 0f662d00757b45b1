// chunk: frame
import type { Random } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'

/** Real clock; the only place on the device's layers that reads it. */
export const machineClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}

export const machineRandom: Random = {
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  float: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
}
