import type { Discard, StoredOp, StreamRow } from '#local/storage/outbox-db.ts'
import { AppError } from '#shared/kernel/errors.ts'

/** Stream counter of discarded operations. */
export const closedCounter = 'closed'

/**
 * Discards a set-aside operation and updates its stream's row: it no longer counts as unsent.
 * @throws AppError outbox.not-set-aside when it is not set aside, outbox.not-exported when nothing replaces it and it was not
 * exported
 */
export function closeRow(
  op: StoredOp | undefined,
  row: StreamRow | undefined,
  closing: Discard,
): { op: StoredOp; row: StreamRow } {
  if (op?.state !== 'attention' || op.stream !== row?.stream) throw new AppError('outbox.not-set-aside')
  if (closing.correctedBy === null && op.exportedAtMs === undefined) throw new AppError('outbox.not-exported')
  const counters = { ...row.counters, [closedCounter]: (row.counters[closedCounter] ?? 0) + 1 }
  return {
    op: { ...op, state: 'closed', closing, isClosingTold: false },
    row: {
      ...row,
      counters,
      openCount: row.openCount - 1,
      openMinor: row.openMinor - (op.amountMinor ?? 0),
    },
  }
}
