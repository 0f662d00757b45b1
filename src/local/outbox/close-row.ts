import type { Closing, StoredOp, StreamRow } from '#local/storage/outbox-db.ts'
import { AppError } from '#shared/kernel/errors.ts'

/** The counter of a stream that says how many of its operations persons have closed. */
export const closedCounter = 'closed'

/**
 * A set-aside operation and its stream's row after a person has ended it: it counts as unsent no more.
 * @throws AppError outbox.not-set-aside when it is none, outbox.not-exported when nothing stands in its place and nobody has
 *   a copy of it
 */
export function closeRow(
  op: StoredOp | undefined,
  row: StreamRow | undefined,
  closing: Closing,
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
