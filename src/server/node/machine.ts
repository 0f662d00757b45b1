import { randomBytes, randomFillSync } from 'node:crypto'
import type { Random } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'

/** System clock of the machine. */
export const machineClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}

/** Drawn from the system a page at a time: each call costs far more than its bytes, and a batch of sales asks for hundreds. */
const pool = new Uint8Array(4096)
let used = pool.length

function fromPool(count: number): Uint8Array {
  if (count > pool.length) return new Uint8Array(randomBytes(count))
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.slice(used, used + count)
  // Bytes given out are erased here.
  pool.fill(0, used, used + count)
  used += count
  return bytes
}

/** Randomness of the operating system, fit for tokens. */
export const machineRandom: Random = {
  bytes: fromPool,
  float: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
}
