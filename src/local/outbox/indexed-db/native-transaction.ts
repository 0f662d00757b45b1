import type { OutboxDb } from '#local/storage/outbox-db.ts'
import { isConnectionLoss } from './storage-failure.ts'

/**
 * Runs `work` in one read-write transaction of plain IndexedDB on Dexie's own connection: Dexie's take three times as long
 * (`npm run bench`). Resolves with its result once the transaction is complete. Rejects when it was aborted, with the error of `work`
 * or the browser's; nothing is written then.
 */
export async function transactNatively<T>(
  db: OutboxDb,
  stores: string[],
  durability: IDBTransactionDurability,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  if (!db.isOpen()) await db.open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.backendDB().transaction(stores, 'readwrite', { durability })
      let result: T
      let failure: unknown
      transaction.oncomplete = () => resolve(result)
      // Aborts by the browser do not always carry a reason.
      transaction.onabort = () => reject(failure ?? transaction.error ?? new DOMException('aborted', 'AbortError'))
      const working = async () => {
        result = await work(transaction)
        transaction.commit()
      }
      working().catch((error: unknown) => {
        failure = error
        try {
          transaction.abort()
        } catch {
          // The browser has ended it by itself.
          reject(error)
        }
      })
    })
  } catch (error) {
    // Browsers drop connections silently, and an open handle would fail permanently: the next try gets a new one.
    if (isConnectionLoss(error)) db.close({ disableAutoOpen: false })
    throw error
  }
}

/** Resolves with the result of a request; what follows at once is still in its transaction. */
export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
