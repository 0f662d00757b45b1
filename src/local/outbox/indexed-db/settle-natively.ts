import type { OutboxDb, StoredOp, StreamRow } from '#local/storage/outbox-db.ts'
import { isOpen } from '../link.ts'
import { LeaseLost, type OpUpdate } from '../outbox.types.ts'
import type { OutboxStore } from '../outbox-store.ts'
import { resultOf, transactNatively } from './native-transaction.ts'

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
    for (const op of before) {
      // A discarded operation stays discarded, whatever a later answer says.
      if (!op || op.state === 'closed') continue
      const after = { ...op, ...updates.find(({ opId }) => opId === op.opId)?.change }
      ops.put(after)
      const counted = rows.find(({ stream }) => stream === op.stream)
      const step = Number(isOpen(after.state)) - Number(isOpen(op.state))
      if (!counted) continue
      counted.openCount += step
      counted.openMinor += step * (op.amountMinor ?? 0)
    }
    for (const counted of rows) streams.put(counted)
  })

/** Reads the operations. Their ids follow time, so those of a batch lie together and are mostly read by one request. */
async function readOps(ops: IDBObjectStore, updates: readonly OpUpdate[]): Promise<(StoredOp | undefined)[]> {
  const ids = updates.map(({ opId }) => opId).sort()
  if (ids.length === 0) return []
  const near = (await resultOf(ops.getAll(IDBKeyRange.bound(ids[0], ids.at(-1)), ids.length))) as StoredOp[]
  return near.length === ids.length && near.every(({ opId }, i) => opId === ids[i])
    ? near
    : Promise.all(ids.map((id) => resultOf(ops.get(id))))
}
