import type { Channel } from '#local/kernel/ports.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { Clock } from '#shared/kernel/time.ts'

const metaKey = 'lastContactMs'
const keepEveryMs = 60_000
/** Longer than the pull interval, so that an idle, healthy connection counts as contact. */
const freshForMs = 90_000

/** Time of the last server answer to this device; shared by all its tabs. `navigator.onLine` is ignored. */
export interface Contact {
  reached(atMs: number): void
  lost(): void
  inContact(): boolean
  /** Milliseconds since the last answer; infinite before the first, and since one did not come. */
  quietMs(): number
  /** Wall time of the last answer, including before this start; null when there was none. */
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
      // Used only for ages in days: a lost write does not matter.
      store.putMeta(metaKey, atMs).catch(() => undefined)
    },
    lost: () => {
      if (freshUntilMonoMs === Number.NEGATIVE_INFINITY) return
      note(null)
      channel.post({ type: 'contact', atMs: null })
    },
    quietMs: () => clock.monotonicMs() - (freshUntilMonoMs - freshForMs),
    inContact: () => clock.monotonicMs() < freshUntilMonoMs,
    lastMs: () => lastMs,
  }
}
