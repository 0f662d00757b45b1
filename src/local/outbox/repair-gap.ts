import type { StoredOp } from '#local/storage/outbox-db.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type Hole, maxBatchOps } from '#shared/sync/sync.contract.ts'
import type { OpUpdate, ReceivedSeqs } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'

export interface GapRepair {
  /** Acknowledged operations to send again, because the server lacks them (restored from a backup). */
  again: OpUpdate[]
  /** Numbers that will never come as operations, so that the stream continues behind them. */
  holes: Hole[]
}

/**
 * Answers a server that waits for `expected`. Operations still held from there on are sent again; those set aside or gone are
 * declared as holes. Acknowledged operations are kept seven days for this.
 */
export async function repairGap(store: OutboxStore, stream: string, expected: number): Promise<GapRepair> {
  // Read first: what is appended meanwhile is among the rows then, and no hole.
  const stored = await store.stream(stream)
  const rows = await store.ofStream(stream, expected)
  const again: OpUpdate[] = []
  const holes: Hole[] = []
  let next = expected
  for (const op of rows) {
    if (op.seq > next) {
      holes.push({ stream, from: next, to: op.seq - 1, lastHash: op.prevHash, reason: 'lost', opIds: [] })
    }
    if (op.state === 'acked') again.push(reopened(op))
    if (op.state === 'attention') holdBack(holes, op)
    if (op.state === 'closed') holes.push(closedHole(op))
    next = op.seq + 1
  }
  if (stored && next < stored.nextSeq) {
    const { nextSeq, lastHash } = stored
    holes.push({ stream, from: next, to: nextSeq - 1, lastHash, reason: 'lost', opIds: [] })
  }
  // Holes count only at the server's own edge: what lies behind a resent operation is requested again once reached.
  const firstResent = again[0] ? rows.find((r) => r.opId === again[0]?.opId)?.seq : undefined
  const firstPending = rows.find((r) => r.state === 'pending')?.seq
  const edge = Math.min(firstResent ?? Infinity, firstPending ?? Infinity)
  // Holes beyond one envelope's limit are requested again once the server has come that far.
  return { again, holes: holes.filter((h) => h.to < edge).slice(0, maxBatchOps) }
}

/** What a restored server lacks of this device's operations. */
export interface MissingThere {
  /** Number of operations that are pending again. */
  reopened: number
  /** Numbers at its edge that this device no longer has either. */
  holes: Hole[]
}

/**
 * Makes acknowledged operations behind the server's current edge pending again: it was restored from a backup, and only this
 * device has them. @throws LeaseLost
 */
export async function reopenMissing(store: OutboxStore, lease: number, received: ReceivedSeqs): Promise<MissingThere> {
  const again: OpUpdate[] = []
  const holes: Hole[] = []
  for (const [stream, { nextSeq }] of Object.entries(await store.tails())) {
    const edge = (received[stream] ?? 0) + 1
    if (edge >= nextSeq) continue
    const first = await store.at(stream, edge)
    // Acknowledged in order: when the first behind the edge is pending, so are all. Where it is gone, others may be left.
    if (first && first.state !== 'acked') continue
    const repair = await repairGap(store, stream, edge)
    again.push(...repair.again)
    holes.push(...repair.holes)
  }
  if (again.length > 0) await store.settle(lease, again)
  return { reopened: again.length, holes }
}

/**
 * Makes acknowledged operations pending again that came after their number was declared a hole: a server restored from a copy of
 * before still counts the number as answered, and does not ask. @returns how many @throws LeaseLost
 */
export async function reopenLate(store: OutboxStore, lease: number): Promise<number> {
  const again: OpUpdate[] = []
  for (const stream of Object.keys(await store.tails()))
    for (const op of await store.ofStream(stream, 1))
      if (op.state === 'acked' && op.verdict?.flags?.includes('late')) again.push(reopened(op))
  if (again.length > 0) await store.settle(lease, again)
  return again.length
}

const reopened = ({ opId }: StoredOp): OpUpdate => ({
  opId,
  change: { state: 'pending', ackedAtMs: null, serverVersion: null, nextAtMs: 0 },
})

/** Returns the hole for a discarded operation, with the reason given. */
export function closedHole({ stream, seq, hash, opId, closing }: StoredOp): Hole {
  const hole: Hole = { stream, from: seq, to: seq, lastHash: hash, reason: 'withheld', opIds: [opId] }
  if (!closing) return hole
  const { atMs, ...said } = closing
  return { ...hole, closed: { ...said, at: toInstant(atMs) } }
}

/** Adds a hole, merging neighbours so that a long row fits into one envelope. */
function holdBack(holes: Hole[], { stream, seq, hash, opId }: StoredOp): void {
  const last = holes.at(-1)
  if (last?.reason === 'withheld' && !last.closed && last.to === seq - 1 && last.opIds.length < maxBatchOps) {
    last.to = seq
    last.lastHash = hash
    last.opIds.push(opId)
    return
  }
  holes.push({ stream, from: seq, to: seq, lastHash: hash, reason: 'withheld', opIds: [opId] })
}
