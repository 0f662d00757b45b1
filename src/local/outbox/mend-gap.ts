import type { Hole } from '#shared/contract/sync.ts'
import type { OpUpdate } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'

export interface Mending {
  /** Operations to send again: acknowledged once, but the server says that it lacks them (restored from a backup). */
  again: OpUpdate[]
  /** Numbers that will never come as operations, so that the stream goes on behind them. */
  holes: Hole[]
}

/**
 * The server waits for `expected`. What the device still holds from there on is sent again; what was set aside for a
 * person, or is gone, is declared as a hole. Acknowledged operations are kept seven days for exactly this.
 */
export async function mendGap(store: OutboxStore, stream: string, expected: number): Promise<Mending> {
  const rows = await store.ofStream(stream, expected)
  const again: OpUpdate[] = []
  const holes: Hole[] = []
  let next = expected
  for (const op of rows) {
    if (op.seq > next) {
      holes.push({ stream, from: next, to: op.seq - 1, lastHash: op.prevHash, reason: 'lost', opIds: [] })
    }
    if (op.state === 'acked') {
      again.push({ opId: op.opId, change: { state: 'pending', ackedAtMs: null, serverVersion: null, nextAtMs: 0 } })
    }
    if (op.state === 'attention') {
      holes.push({ stream, from: op.seq, to: op.seq, lastHash: op.hash, reason: 'withheld', opIds: [op.opId] })
    }
    next = op.seq + 1
  }
  // Holes count only at the server's own edge: what lies behind a resent operation is asked for again when it is reached.
  const firstResent = again[0] ? rows.find((r) => r.opId === again[0]?.opId)?.seq : undefined
  const firstPending = rows.find((r) => r.state === 'pending')?.seq
  const edge = Math.min(firstResent ?? Infinity, firstPending ?? Infinity)
  return { again, holes: holes.filter((h) => h.to < edge) }
}
