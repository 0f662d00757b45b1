import type { Dexie } from 'dexie'

/** A database opened for one deed: a sign-out in another tab deletes it, and finds nobody holding on to it. */
export async function withDb<D extends Dexie, T>(db: D, work: (db: D) => Promise<T>): Promise<T> {
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
