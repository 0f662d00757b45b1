// chunk: till-sheets
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { ShiftId } from '#shared/kernel/ids.ts'
import type { DrawerCount } from '#shared/pos/shift.contract.ts'

const rowName = 'closeCounts'

interface Kept {
  shiftId: ShiftId
  counts: readonly DrawerCount[]
}

/** Returns the counts that were made to close a shift, also before the page was left: nobody may try until one fits. */
export async function readCounts(store: OutboxStore, shiftId: ShiftId): Promise<readonly DrawerCount[]> {
  const kept = await store.getMeta<Kept>(rowName)
  return kept?.shiftId === shiftId ? kept.counts : []
}

/** Keeps the counts made so far to close a shift, on this device alone. */
export const keepCounts = (store: OutboxStore, shiftId: ShiftId, counts: readonly DrawerCount[]): Promise<void> =>
  store.putMeta(rowName, { shiftId, counts } satisfies Kept)
