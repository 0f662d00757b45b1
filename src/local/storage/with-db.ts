// chunk: core
import type { Dexie } from 'dexie'

/** Opens a database for one operation and closes it: a sign-out in another tab can then delete it unhindered. */
export async function withDb<D extends Dexie, T>(db: D, work: (db: D) => Promise<T>): Promise<T> {
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
