import { Dexie } from 'dexie'
import { openVault } from '#local/kernel/vault.ts'
import { LastDataDb } from '#local/storage/last-data-db.ts'
import { lastDataDbName } from '#local/storage/names.ts'
import { withDb } from '#local/storage/with-db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { Random } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'
import { dayMs } from '#shared/kernel/time.ts'

/** Older than this nobody is shown it: a school week is over. */
const maxAgeMs = 7 * dayMs
/** The pages of lists and the files that somebody opens in a day. */
const maxCount = 80

export interface Seen {
  question: string
  answer: unknown
}

interface LastAnswer {
  answer: unknown
  /** When the server gave it. */
  atMs: number
}

/** What one person saw last of the desk on this device: sealed, of few days, and gone as soon as somebody else sees anything. */
export interface LastData {
  keep(userId: string, seen: readonly Seen[]): Promise<void>
  recall(userId: string, question: string): Promise<LastAnswer | undefined>
  /** Whatever was kept before this moment of the device's own clock is gone, no matter who saw it. */
  forgetBefore(atMs: number): Promise<void>
}

interface Needs {
  clock: Clock
  random: Random
}

export function lastData(schoolCode: string, { clock, random }: Needs): LastData {
  const within = <T>(work: (db: LastDataDb) => Promise<T>) => withDb(new LastDataDb(lastDataDbName(schoolCode)), work)
  const idOf = (userId: string, question: string) => sha256Hex(`${userId} ${question}`)
  return {
    keep: (userId, seen) =>
      within(async (db) => {
        const vault = await openVault(db, random)
        const atMs = clock.nowMs()
        const rows = await Promise.all(
          seen.map(async ({ question, answer }) => ({
            id: idOf(userId, question),
            userId,
            atMs,
            content: await vault.seal(answer),
          })),
        )
        await db.transaction('rw', db.seen, async () => {
          await db.seen.where('userId').notEqual(userId).delete()
          await db.seen
            .where('atMs')
            .below(atMs - maxAgeMs)
            .delete()
          await db.seen.bulkPut(rows)
          const keys = await db.seen.orderBy('atMs').primaryKeys()
          await db.seen.bulkDelete(keys.slice(0, Math.max(0, keys.length - maxCount)))
        })
      }),
    recall: (userId, question) =>
      within(async (db) => {
        const row = await db.seen.get(idOf(userId, question))
        if (row?.userId !== userId || row.atMs < clock.nowMs() - maxAgeMs) return undefined
        const vault = await openVault(db, random)
        return { answer: await vault.open(row.content), atMs: row.atMs }
      }),
    forgetBefore: (atMs) =>
      within(async (db) => {
        await db.seen.where('atMs').below(atMs).delete()
      }),
  }
}

/** Deletes it with its key: anyone who signs out leaves nothing. */
export const forgetLastData = (schoolCode: string): Promise<void> => Dexie.delete(lastDataDbName(schoolCode))
