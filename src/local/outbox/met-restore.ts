// chunk: device
import type { OutboxStore } from './outbox-store.ts'

const restoreKey = 'serverRestore'

/** When this device met a restored server, and how many operations it sends it again. */
export interface MetRestore {
  atMs: number
  count: number
}

/** Keeps for the person at the device that the server was restored. */
export const recordRestore = (store: OutboxStore, met: MetRestore): Promise<void> => store.putMeta(restoreKey, met)

/** Returns when this device last met a restored server; undefined when it never did. */
export const lastRestore = (store: OutboxStore): Promise<MetRestore | undefined> =>
  store.getMeta<MetRestore>(restoreKey)
