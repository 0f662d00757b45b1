import type { OutboxDb, StoredOp, StreamRow } from '#local/storage/outbox-db.ts'
import { closeRow } from './close-row.ts'
import { newStream } from './link.ts'
import type { OutboxStore } from './outbox-store.ts'
import { isConnectionLoss, isQuota } from './storage-failure.ts'

/**
 * Appends an operation in plain IndexedDB on Dexie's own connection, because a queue of pupils waits for this write: one read,
 * two writes, one strict commit. Dexie's transactions take three times a bare put (`npm run bench`).
 */
export async function appendNatively(
  db: OutboxDb,
  stream: string,
  opId: string,
  make: Parameters<OutboxStore['append']>[2],
  closes?: Parameters<OutboxStore['append']>[3],
): ReturnType<OutboxStore['append']> {
  if (!db.isOpen()) await db.open()
  const saved = await addInOneTransaction(db.backendDB(), stream, make, closes).catch(async (error: unknown) => {
    // Browsers drop connections silently, and an open handle would fail permanently: the next try gets a new one.
    if (isConnectionLoss(error) && !isQuota(error)) db.close({ disableAutoOpen: false })
    else if (await db.ops.get(opId as StoredOp['opId'])) return undefined
    throw error
  })
  if (saved) return { outcome: 'saved', op: saved }
  const known = await db.ops.get(opId as StoredOp['opId'])
  if (!known) throw new DOMException('the outbox refused an operation that it does not hold', 'ConstraintError')
  return { outcome: 'already', op: known }
}

/** Resolves with the operation once the transaction is complete; undefined when its id exists already. Rejects on abort. */
function addInOneTransaction(
  idb: IDBDatabase,
  stream: string,
  make: Parameters<OutboxStore['append']>[2],
  closes: Parameters<OutboxStore['append']>[3],
): Promise<StoredOp | undefined> {
  return new Promise((resolve, reject) => {
    const transaction = idb.transaction(['ops', 'streams'], 'readwrite', { durability: 'strict' })
    const ops = transaction.objectStore('ops')
    const streams = transaction.objectStore('streams')
    let saved: StoredOp | undefined
    let failure: unknown
    transaction.oncomplete = () => resolve(saved)
    transaction.onabort = () =>
      isTaken(failure) ? resolve(undefined) : reject(failure ?? transaction.error ?? aborted())
    // Requests of one transaction answer in order, so this one is there when the stream's row arrives.
    const old = closes && (ops.get(closes.opId) as IDBRequest<StoredOp | undefined>)
    const read = streams.get(stream) as IDBRequest<StreamRow | undefined>
    read.onsuccess = () => {
      try {
        const made = make(read.result ?? newStream(stream))
        const { op } = made
        const closed = closes && closeRow(old?.result, made.row, closes.closing)
        const add = ops.add(op)
        add.onerror = () => {
          failure = add.error
        }
        if (closed) ops.put(closed.op)
        streams.put(closed?.row ?? made.row)
        saved = op
        transaction.commit()
      } catch (error) {
        failure = error
        transaction.abort()
      }
    }
  })
}

/** Error for aborts by the browser, which do not always carry a reason. */
const aborted = () => new DOMException('the transaction was aborted', 'AbortError')

/** Recognises `add` on an existing id: the transaction aborts, and no number is used. */
const isTaken = (failure: unknown): boolean => (failure as DOMException | undefined)?.name === 'ConstraintError'
