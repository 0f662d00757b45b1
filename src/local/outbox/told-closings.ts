import { type Hole, maxBatchOps, type PushReply } from '#shared/sync/sync.contract.ts'
import { closedHole } from './mend-gap.ts'
import type { OutboxStore } from './outbox-store.ts'

/* What persons have closed leaves the tail at once, so the server must hear of it even when nothing follows. */

/** Declarations of what persons have closed and the server has not heard of; at most what one envelope takes. */
export async function untoldClosings(store: OutboxStore): Promise<Hole[]> {
  const rows = await store.closed()
  return rows
    .filter((op) => !op.isClosingTold)
    .slice(0, maxBatchOps)
    .map(closedHole)
}

const hasReached = ({ stream, to }: Hole, { received }: PushReply): boolean => (received[stream] ?? 0) >= to

/** Ids of the closed operations whose declaration counted: a server takes one at or below its own edge. */
export const toldClosings = (declared: readonly Hole[], reply: PushReply): string[] =>
  declared.filter((hole) => hole.closed && hasReached(hole, reply)).flatMap((hole) => hole.opIds)

/** Per stream, the number that the server has to get before what was declared behind it can count. */
export const untold = (declared: readonly Hole[], reply: PushReply): Map<string, number> =>
  new Map(
    declared
      .filter((hole) => hole.closed && !hasReached(hole, reply))
      .map(({ stream }) => [stream, (reply.received[stream] ?? 0) + 1]),
  )

/** The same number, without what a person said of it. */
export function withoutWords({ closed: _said, ...hole }: Hole): Hole {
  return hole
}
