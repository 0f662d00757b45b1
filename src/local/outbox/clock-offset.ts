import type { OutboxStore } from './outbox-store.ts'

const samplesKept = 5
const metaKey = 'clockOffsetMs'

/** Server time minus device time: the median of the last exchanges. For signatures and the times of sales, never for order. */
export interface ClockOffset {
  /** Milliseconds; null before the first contact. */
  value(): number | null
  /** Adds one exchange: when it left, when the answer came, what the server's clock said. */
  measured(sentMs: number, receivedMs: number, serverMs: number): void
  /** Takes over what another tab has measured since. */
  reload(): Promise<void>
}

export async function loadClockOffset(store: OutboxStore): Promise<ClockOffset> {
  let value = (await store.getMeta<number>(metaKey)) ?? null
  let written = Promise.resolve()
  const samples: number[] = []
  return {
    value: () => value,
    reload: async () => {
      // An own figure that is still being written is the newer one.
      await written
      value = (await store.getMeta<number>(metaKey)) ?? value
    },
    measured: (sentMs, receivedMs, serverMs) => {
      const sample = Math.round(serverMs - (sentMs + receivedMs) / 2)
      // A jump of the device's clock makes every older sample wrong.
      if (samples.length > 0 && Math.abs((samples.at(-1) ?? 0) - sample) > 60_000) samples.length = 0
      samples.push(sample)
      if (samples.length > samplesKept) samples.shift()
      const median = [...samples].sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? sample
      if (value !== null && Math.abs(value - median) < 250) return
      value = median
      // Losing this write costs one refused signature after a restart, so it is not awaited.
      written = store.putMeta(metaKey, median).catch(() => undefined)
    },
  }
}
