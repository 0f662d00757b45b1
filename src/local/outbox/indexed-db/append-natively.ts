import type { OutboxDb, StoredOp, StreamRow } from '#local/storage/outbox-db.ts'
import { closeRow } from '../close-row.ts'
import { newStream } from '../link.ts'
import type { OutboxStore } from '../outbox-store.ts'
import { resultOf, transactNatively } from './native-transaction.ts'
import { isConnectionLoss } from './storage-failure.ts'

/** Appends an operation. A queue of pupils waits for this write: one read, two writes, one strict commit. */
export async function appendNatively(
  db: OutboxDb,
  stream: string,
  opId: string,
  make: Parameters<OutboxStore['append']>[2],
  closes?: Parameters<OutboxStore['append']>[3],
): ReturnType<OutboxStore['append']> {
  try {
    const op = await transactNatively(db, ['ops', 'streams'], 'strict', async (transaction) => {
      const [ops, streams] = [transaction.objectStore('ops'), transaction.objectStore('streams')]
      const [old, row] = await Promise.all([
        closes && resultOf(ops.get(closes.opId) as IDBRequest<StoredOp | undefined>),
        resultOf(streams.get(stream) as IDBRequest<StreamRow | undefined>),
      ])
      const made = make(row ?? newStream(stream))
      const closed = closes && closeRow(old, made.row, closes.closing)
      ops.add(made.op)
      if (closed) ops.put(closed.op)
      streams.put(closed?.row ?? made.row)
      return made.op
    })
    return { outcome: 'saved', op }
  } catch (error) {
    // Whether it was saved shows at the next try.
    if (isConnectionLoss(error)) throw error
    const known = await db.ops.get(opId as StoredOp['opId'])
    if (known) return { outcome: 'already', op: known }
    throw error
  }
}
