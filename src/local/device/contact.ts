import type { Channel } from '#local/kernel/ports.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { Clock } from '#shared/kernel/time.ts'

const metaKey = 'lastContactMs'
const keepEveryMs = 60_000
/** Longer than the pull interval, so that a quiet, healthy line counts as contact. */
const freshForMs = 90_000

/** Whether and when the server really answered this device; shared by all its tabs. `navigator.onLine` has no say. */
export interface Contact {
  reached(atMs: number): void
  lost(): void
  inContact(): boolean
  /** Wall time of the last answer, also from before this start; null when there never was one. */
  lastMs(): number | null
}

export async function openContact(store: OutboxStore, channel: Channel, clock: Clock): Promise<Contact> {
  let lastMs = (await store.getMeta<number>(metaKey)) ?? null
  let keptMs = lastMs ?? 0
  let freshUntilMonoMs = Number.NEGATIVE_INFINITY
  const note = (atMs: number | null) => {
    freshUntilMonoMs = atMs === null ? Number.NEGATIVE_INFINITY : clock.monotonicMs() + freshForMs
    if (atMs !== null) lastMs = atMs
  }
  channel.listen((message) => {
    if (message.type === 'contact') note(message.atMs)
  })
  return {
    reached: (atMs) => {
      note(atMs)
      channel.post({ type: 'contact', atMs })
      if (Math.abs(atMs - keptMs) < keepEveryMs) return
      keptMs = atMs
      // Only ages are judged by it, in days: a lost write is of no weight.
      store.putMeta(metaKey, atMs).catch(() => undefined)
    },
    lost: () => {
      if (freshUntilMonoMs === Number.NEGATIVE_INFINITY) return
      note(null)
      channel.post({ type: 'contact', atMs: null })
    },
    inContact: () => clock.monotonicMs() < freshUntilMonoMs,
    lastMs: () => lastMs,
  }
}
