import 'fake-indexeddb/auto'
import type { Channel, ChannelMessage, Locks, Surroundings } from '#local/kernel/ports.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { openTestTime, type TestTime } from './test-time.ts'

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const float = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return { float, bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(float() * 256)) }
}

/** One tab of a test device. */
export interface TestTab {
  surroundings: Surroundings
  /** Gone without a word: its locks are free, its timers never fire, nobody hears it any more. */
  crash(): void
  /** Stops everything but keeps its locks, as a browser freezes a tab in the background. */
  freeze(): void
  thaw(): void
  isFrozen(): boolean
  /** Resolves at once, after the thaw, or never: for whatever else of the tab must stand still with it. */
  alive(): Promise<void>
  /** How often space was asked for. */
  freed(): number
}

/** One device: tabs that share locks, a channel and time, but no memory. */
export interface TestDeviceWorld {
  time: TestTime
  random: Random
  openTab(): TestTab
}

let worlds = 0
const never = new Promise<never>(() => undefined)

export function openTestWorld(seed = 1, time = openTestTime()): TestDeviceWorld {
  worlds += 1
  const scope = `world-${worlds}:`
  const random = seededRandom(seed)
  const ears = new Set<(message: ChannelMessage) => void>()
  return { time, random, openTab: () => openTab({ time, random, scope, ears }) }
}

interface World {
  time: TestTime
  random: Random
  scope: string
  ears: Set<(message: ChannelMessage) => void>
}

function openTab({ time, random, scope, ears }: World): TestTab {
  const death = new AbortController()
  let thawed: { promise: Promise<void>; resolve: () => void } | undefined
  let freed = 0
  const alive = async () => {
    await thawed?.promise
    if (death.signal.aborted) await never
  }
  const surroundings: Surroundings = {
    clock: time,
    random,
    locks: mortalLocks(scope, death.signal),
    sleep: async (ms, signal) => {
      await time.sleep(ms, signal)
      await alive()
    },
    channel: openEar(ears, death.signal, alive),
    freeSpace: async () => {
      freed += 1
    },
  }
  return {
    surroundings,
    alive,
    freed: () => freed,
    isFrozen: () => thawed !== undefined,
    crash: () => death.abort(),
    freeze: () => {
      thawed ??= Promise.withResolvers<void>()
    },
    thaw: () => {
      thawed?.resolve()
      thawed = undefined
    },
  }
}

/** The platform's own locks; those of a dead tab are free. */
const mortalLocks = (scope: string, death: AbortSignal): Locks => ({
  request: <T>(name: string, options: Parameters<Locks['request']>[1], work: (lock: unknown) => Promise<T>) => {
    if (death.aborted) return never
    const dead = new Promise<undefined>((resolve) => {
      death.addEventListener('abort', () => resolve(undefined))
    })
    const { signal, ...rest } = options
    const mortal = rest.steal || rest.ifAvailable ? {} : { signal: signal ? AbortSignal.any([signal, death]) : death }
    const held = navigator.locks.request(scope + name, { ...rest, ...mortal }, (lock) =>
      Promise.race([work(lock), dead]),
    )
    // What a dead tab was promised is nobody's business any more.
    return held.then(
      (value) => (death.aborted ? never : (value as T)),
      (error: unknown) => (death.aborted ? never : Promise.reject(error)),
    )
  },
})

/** Every tab hears every message, its own too, as on the real channel; a frozen one hears it later. */
function openEar(ears: World['ears'], death: AbortSignal, alive: () => Promise<void>): Channel {
  const listeners = new Set<(message: ChannelMessage) => void>()
  const tell = (message: ChannelMessage) => {
    for (const listener of listeners) listener(message)
  }
  const hear = (message: ChannelMessage) => void alive().then(() => tell(message))
  ears.add(hear)
  death.addEventListener('abort', () => ears.delete(hear))
  return {
    post: (message) => {
      if (death.aborted) return
      for (const ear of ears) if (ear !== hear) ear(message)
      tell(message)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => ears.delete(hear),
  }
}
