import type { Sleep } from '#local/kernel/ports.ts'
import type { Clock } from '#shared/kernel/time.ts'

/** Lets everything run that is ready to run: promises, IndexedDB's own turns, locks. */
export async function breathe(turns = 12): Promise<void> {
  for (let i = 0; i < turns; i += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A clock and timers that stand still until a test moves them. */
export interface TestTime extends Clock {
  sleep: Sleep
  /** Time passes: both clocks, and those who slept until then wake in order. */
  advance(ms: number): Promise<void>
  /** Somebody set the clock on the wall; no time passes. */
  jump(ms: number): void
  /** Lets time pass in steps until it is so. @throws when it never becomes so */
  until(isSo: () => boolean | Promise<boolean>, options?: { stepMs?: number; maxMs?: number }): Promise<void>
  /** How many are asleep. */
  sleepers(): number
}

export const testStartMs = Date.parse('2030-03-03T06:00:00.000Z')

export function openTestTime(startMs = testStartMs): TestTime {
  let monoMs = 1000
  let wallMs = startMs
  const asleep = new Set<{ dueMs: number; wake: () => void }>()
  const pass = (ms: number) => {
    monoMs += ms
    wallMs += ms
  }
  const advance = async (ms: number) => {
    const endMs = monoMs + ms
    await breathe()
    for (;;) {
      const next = [...asleep].filter((s) => s.dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0]
      if (!next) break
      pass(Math.max(0, next.dueMs - monoMs))
      next.wake()
      await breathe()
    }
    pass(endMs - monoMs)
    await breathe()
  }
  return {
    nowMs: () => wallMs,
    monotonicMs: () => monoMs,
    jump: (ms) => {
      wallMs += ms
    },
    advance,
    sleepers: () => asleep.size,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const sleeper = { dueMs: monoMs + ms, wake }
        asleep.add(sleeper)
        signal.addEventListener('abort', wake)
        function wake() {
          asleep.delete(sleeper)
          signal.removeEventListener('abort', wake)
          resolve()
        }
      }),
    until: async (isSo, { stepMs = 100, maxMs = 600_000 } = {}) => {
      for (let passed = 0; !(await isSo()); passed += stepMs) {
        if (passed > maxMs) throw new Error(`not so after ${maxMs} ms`)
        await advance(stepMs)
        // Signatures are made on another thread, which no turn of the loop waits for.
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    },
  }
}
