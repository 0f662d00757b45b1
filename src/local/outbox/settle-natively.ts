import type { OutboxDb, StoredOp, StreamRow } from '#local/storage/outbox-db.ts'
import { isOpen } from './link.ts'
import { LeaseLost, type OpUpdate } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'
import { isConnectionLoss, isQuota } from './storage-failure.ts'

/** Key of the lease's epoch in the outbox's `meta`. */
export const leaseKey = 'leaseEpoch'

/**
 * Writes the outcome of operations in plain IndexedDB on Dexie's own connection, because a batch has a hundred of them: read
 * together, written together, one commit. The commit is relaxed: what a power cut takes of it is sent again, and the server answers
 * that it has it. Operations themselves are always saved strictly (`append-natively.ts`).
 */
export async function settleNatively(
  db: OutboxDb,
  ...[lease, updates]: Parameters<OutboxStore['settle']>
): ReturnType<OutboxStore['settle']> {
  if (!db.isOpen()) await db.open()
  try {
    await settleInOneTransaction(db.backendDB(), lease, updates)
  } catch (error) {
    // Browsers drop connections silently, and an open handle would fail permanently: the next try gets a new one.
    if (isConnectionLoss(error) && !isQuota(error)) db.close({ disableAutoOpen: false })
    throw error
  }
}

/** Resolves once the transaction is complete. Rejects when it was aborted. @throws LeaseLost */
function settleInOneTransaction(idb: IDBDatabase, lease: number, updates: readonly OpUpdate[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = idb.transaction(['ops', 'streams', 'meta'], 'readwrite', { durability: 'relaxed' })
    let failure: unknown
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(failure ?? transaction.error ?? new DOMException('aborted', 'AbortError'))
    const settling = async () => {
      const [row, streams, before] = await Promise.all([
        answerOf(transaction.objectStore('meta').get(leaseKey)) as Promise<{ value: number } | undefined>,
        answerOf(transaction.objectStore('streams').getAll()) as Promise<StreamRow[]>,
        readOps(transaction.objectStore('ops'), updates),
      ])
      if ((row?.value ?? 0) !== lease) throw new LeaseLost()
      writeUpdates(transaction, updates, before, streams)
      transaction.commit()
    }
    settling().catch((error: unknown) => {
      failure = error
      // Aborted already, where the browser itself has ended it.
      if (transaction.error === null) transaction.abort()
    })
  })
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Reads the operations by their ids. Ids follow time, so those of a batch lie together and are read by one request. */
async function readOps(ops: IDBObjectStore, updates: readonly OpUpdate[]): Promise<Map<string, StoredOp>> {
  const ids = updates.map(({ opId }) => opId).sort()
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const near = (await answerOf(ops.getAll(IDBKeyRange.bound(first, last), ids.length))) as StoredOp[]
  const found = new Map(near.map((op) => [op.opId as string, op]))
  const others = await Promise.all(ids.filter((id) => !found.has(id)).map((id) => answerOf(ops.get(id))))
  for (const op of others as (StoredOp | undefined)[]) if (op) found.set(op.opId, op)
  return found
}

/** Keeps the stream's counts of unsent operations in step with the states. */
function writeUpdates(
  transaction: IDBTransaction,
  updates: readonly OpUpdate[],
  before: ReadonlyMap<string, StoredOp>,
  rows: readonly StreamRow[],
): void {
  const ops = transaction.objectStore('ops')
  const streams = new Map(rows.map((row) => [row.stream, row]))
  for (const { opId, change } of updates) {
    const op = before.get(opId)
    // A discarded operation stays discarded, whatever a later answer says.
    if (!op || op.state === 'closed') continue
    const after = { ...op, ...change }
    ops.put(after)
    const row = streams.get(after.stream)
    const step = Number(isOpen(after.state)) - Number(isOpen(op.state))
    if (!row || step === 0) continue
    row.openCount += step
    row.openMinor += step * (after.amountMinor ?? 0)
  }
  for (const row of streams.values()) transaction.objectStore('streams').put(row)
}
