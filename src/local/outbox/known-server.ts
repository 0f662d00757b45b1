// chunk: sender
import { dayMs } from '#shared/kernel/time.ts'
import type { KnownServer } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'

/** How long acknowledged operations are kept where every copy of the server is known to hold them. */
const keepAckedMs = 7 * dayMs
/** How long at most, where no copy is known to hold them: a device has no room for ever. */
const keepUncopiedMs = 400 * dayMs
/** How long where the server has never made a copy, as on a laptop. */
export const keepWithoutCopiesMs = 60 * dayMs
/** By how much clocks of several servers may differ. */
const clockMarginMs = 10 * 60_000

const serverKey = 'server'

/** Returns what this device knows of the server; undefined before it first asked. */
export const knownServer = (store: OutboxStore): Promise<KnownServer | undefined> =>
  store.getMeta<KnownServer>(serverKey)

/** Returns whether this generation is another one than this device knew, without remembering it. */
export async function isRestored(store: OutboxStore, generation: string): Promise<boolean> {
  const before = await store.getMeta<KnownServer>(serverKey)
  return before !== undefined && before.generation !== generation
}

/** Remembers the generation of the server. @returns whether it is another one than this device knew */
export async function meetServer(store: OutboxStore, server: KnownServer): Promise<boolean> {
  const before = await store.getMeta<KnownServer>(serverKey)
  if (before?.generation === server.generation && before.backedUpThroughMs === server.backedUpThroughMs) return false
  await store.putMeta(serverKey, server)
  return before !== undefined && before.generation !== server.generation
}

/**
 * Returns the time before which acknowledged operations may be deleted: an acknowledgement is no backup, so they stay until a verified
 * copy of the server holds them. All times are the server's.
 */
export function mayForgetBefore(nowMs: number, server: KnownServer | undefined): number {
  const weekAgo = nowMs - keepAckedMs
  if (!server) return weekAgo
  if (server.backedUpThroughMs === null) return nowMs - keepWithoutCopiesMs
  return Math.max(Math.min(weekAgo, server.backedUpThroughMs - clockMarginMs), nowMs - keepUncopiedMs)
}
