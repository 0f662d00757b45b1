// chunk: till-sheets
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { ShiftId } from '#shared/kernel/ids.ts'
import type { DrawerCount } from '#shared/pos/shift.contract.ts'
import type { ShiftState } from '../till.types.ts'

const rowName = 'closeCounts'

interface Kept {
  shiftId: ShiftId
  counts: readonly DrawerCount[]
  /** `drawerMoves` when they were made; absent in rows of an older version. */
  moves?: number
}

/** Counts made to close a shift. `isStale`: some were made, but since then cash has moved, so that they say nothing any more. */
export interface KeptCounts {
  counts: readonly DrawerCount[]
  isStale: boolean
}

/** Returns how often the drawer of a shift may have been opened so far: a count holds until the next time. Says nothing of amounts. */
export const drawerMoves = ({ sales, voids, refunds, movements, topUps }: ShiftState): number =>
  sales.length + voids.length + refunds.length + movements.length + topUps.length

/**
 * Returns the counts that were made to close a shift in its present state, also before the page was left: nobody may try until one
 * fits.
 */
export async function readCounts(store: OutboxStore, shiftId: ShiftId, moves: number): Promise<KeptCounts> {
  const kept = await store.getMeta<Kept>(rowName)
  if (kept?.shiftId !== shiftId) return { counts: [], isStale: false }
  return kept.moves === moves ? { counts: kept.counts, isStale: false } : { counts: [], isStale: true }
}

/** Keeps the counts made so far to close a shift, on this device alone; those of a former state are replaced. */
export const keepCounts = (store: OutboxStore, kept: Required<Kept>): Promise<void> => store.putMeta(rowName, kept)
