import type { Random } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'

/** Part of Web Locks used by the sync core; the browser's `navigator.locks` fits it. */
export interface Locks {
  request<T>(
    name: string,
    options: { mode?: 'exclusive' | 'shared'; ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal },
    work: (lock: unknown) => Promise<T>,
  ): Promise<T>
}

/** Messages between the tabs and workers of one device. Losing one costs time, never data. */
export interface Channel {
  post(message: ChannelMessage): void
  listen(listener: (message: ChannelMessage) => void): () => void
  close(): void
}

export type ChannelMessage =
  | { type: 'heartbeat' }
  | { type: 'ops-added' }
  | { type: 'ops-settled' }
  | { type: 'snapshot' }
  | { type: 'faces' }
  | { type: 'contact'; atMs: number | null }
  | { type: 'sending'; count: number }
  | { type: 'send-now' }
  | { type: 'forms' }

/** Timer, so that a simulator can own it. Resolves early (never rejects) when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/** Everything the core takes from its environment. */
export interface Surroundings {
  clock: Clock
  random: Random
  locks: Locks
  sleep: Sleep
  channel: Channel
  /** Drops caches that can be fetched again; called when the device reports full storage. */
  freeSpace(): Promise<void>
}
