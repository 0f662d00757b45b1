import { type Hole, maxBatchOps, type PushReply } from '#shared/sync/sync.contract.ts'
import type { OutboxStore } from './outbox-store.ts'
import { closedHole } from './repair-gap.ts'

/* Discarded operations leave the tail at once, so the server must be told even when nothing follows. */

/** Returns the holes of discards the server has not acknowledged; at most as many as one envelope takes. */
export async function unacknowledgedDiscards(store: OutboxStore): Promise<Hole[]> {
  const rows = await store.closed()
  return rows
    .filter((op) => !op.isClosingTold)
    .slice(0, maxBatchOps)
    .map(closedHole)
}

const hasReached = ({ stream, to }: Hole, { received }: PushReply): boolean => (received[stream] ?? 0) >= to

/** Returns the ids of discards acknowledged by this reply: a server accepts one at or below its own edge. */
export const acknowledgedDiscards = (declared: readonly Hole[], reply: PushReply): string[] =>
  declared.filter((hole) => hole.closed && hasReached(hole, reply)).flatMap((hole) => hole.opIds)

/** Returns, per stream, the number the server needs before declarations behind it can count. */
export const unacknowledged = (declared: readonly Hole[], reply: PushReply): Map<string, number> =>
  new Map(
    declared
      .filter((hole) => hole.closed && !hasReached(hole, reply))
      .map(({ stream }) => [stream, (reply.received[stream] ?? 0) + 1]),
  )

/** Returns the hole without the person's reason. */
export function withoutReason({ closed: _said, ...hole }: Hole): Hole {
  return hole
}
