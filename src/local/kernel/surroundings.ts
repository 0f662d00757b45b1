// chunk: core
import { deleteOldSnapshots } from '#local/storage/snapshot-db.ts'
import { machineClock, machineRandom } from './machine.ts'
import type { Channel, ChannelMessage, Locks, Sleep, Surroundings } from './ports.ts'

/** Resolves after `ms`, or at once when the signal aborts. Infinity waits for the abort. */
export const realSleep: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const longest = 2 ** 31 - 1
    const timer = setTimeout(done, Math.min(ms, longest))
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })

/** Opens a channel between all pages and workers of this origin; listeners of the sender's own page receive it too. */
export function openChannel(name: string): Channel {
  const broadcast = new BroadcastChannel(name)
  const listeners = new Set<(message: ChannelMessage) => void>()
  const deliver = (message: ChannelMessage) => {
    for (const listener of listeners) listener(message)
  }
  broadcast.onmessage = (event: MessageEvent<ChannelMessage>) => deliver(event.data)
  return {
    post: (message) => {
      broadcast.postMessage(message)
      deliver(message)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => broadcast.close(),
  }
}

/** Drops caches that refill with use. The page itself (precache) and the databases stay. */
async function dropSpareCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((n) => !n.includes('precache')).map((n) => caches.delete(n)))
}

/** What the browser gives, for one school; the tabs of a visitor, or of one person's desk, talk among themselves, apart from a paired device's. */
export function browserSurroundings(
  schoolCode: string,
  of: 'device' | 'visitor' | `desk-${string}` = 'device',
): Surroundings {
  const locks: Locks = {
    request: (name, options, work) => navigator.locks.request(name, options, (lock) => work(lock)),
  }
  return {
    clock: machineClock,
    random: machineRandom,
    locks,
    sleep: realSleep,
    channel: openChannel(`${of}:${schoolCode}`),
    freeSpace: async () => {
      await dropSpareCaches()
      await deleteOldSnapshots(schoolCode)
    },
  }
}
