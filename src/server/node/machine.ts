import { randomBytes } from 'node:crypto'
import type { Random } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'

/** The machine's own clock. */
export const machineClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}

/** The operating system's randomness, fit for tokens. */
export const machineRandom: Random = {
  bytes: (count) => new Uint8Array(randomBytes(count)),
  float: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
}
