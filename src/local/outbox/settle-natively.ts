import type { OutboxDb, StoredOp, StreamRow } from '#local/storage/outbox-db.ts'
import { isOpen } from './link.ts'
import { resultOf, transactNatively } from './native-transaction.ts'
import { LeaseLost, type OpUpdate } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'

/** Key of the lease's epoch in the outbox's `meta`. */
export const leaseKey = 'leaseEpoch'

/**
 * Writes the outcome of operations: those of a batch are read together, written together, in one commit. The commit is relaxed: what a
 * power cut takes of it is sent again, and the server answers that it has it. Operations themselves are always saved strictly
 * (`append-natively.ts`).
 */
export const settleNatively = (
  db: OutboxDb,
  ...[lease, updates]: Parameters<OutboxStore['settle']>
): ReturnType<OutboxStore['settle']> =>
  transactNatively(db, ['ops', 'streams', 'meta'], 'relaxed', async (transaction) => {
    const [ops, streams] = [transaction.objectStore('ops'), transaction.objectStore('streams')]
    const [row, rows, before] = await Promise.all([
      resultOf(transaction.objectStore('meta').get(leaseKey)) as Promise<{ value: number } | undefined>,
      resultOf(streams.getAll()) as Promise<StreamRow[]>,
      readOps(ops, updates),
    ])
    if ((row?.value ?? 0) !== lease) throw new LeaseLost()
    for (const { opId, change } of updates) {
      const op = before.get(opId)
      // A discarded operation stays discarded, whatever a later answer says.
      if (!op || op.state === 'closed') continue
      const after = { ...op, ...change }
      ops.put(after)
      count(rows, op, after)
    }
    for (const counted of rows) streams.put(counted)
  })

/** Reads the operations by their ids. Ids follow time, so those of a batch lie together and are read by one request. */
async function readOps(ops: IDBObjectStore, updates: readonly OpUpdate[]): Promise<Map<string, StoredOp>> {
  const ids = updates.map(({ opId }) => opId).sort()
  if (ids.length === 0) return new Map()
  const near = (await resultOf(ops.getAll(IDBKeyRange.bound(ids[0], ids.at(-1)), ids.length))) as StoredOp[]
  const found = new Map(near.map((op) => [op.opId as string, op]))
  const others = ids.filter((id) => !found.has(id)).map((id) => resultOf(ops.get(id)))
  for (const op of (await Promise.all(others)) as (StoredOp | undefined)[]) if (op) found.set(op.opId, op)
  return found
}

/** Keeps the stream's counts of unsent operations in step with the states. */
function count(rows: readonly StreamRow[], before: StoredOp, after: StoredOp): void {
  const row = rows.find(({ stream }) => stream === after.stream)
  const step = Number(isOpen(after.state)) - Number(isOpen(before.state))
  if (!row) return
  row.openCount += step
  row.openMinor += step * (after.amountMinor ?? 0)
}
