// chunk: desk-parts
import { Dexie } from 'dexie'
import { openVault } from '#local/kernel/vault.ts'
import type { Random } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'
import { LetterDraftsDb } from './letter-drafts-db.ts'
import { hasDatabase, letterDraftsDbName } from './names.ts'
import { withDb } from './with-db.ts'

/** Edit as it was typed; `content` is what was kept, of any release. */
export interface EditDraft {
  content: unknown
  /** Time of the last edit. */
  atMs: number
}

/** Edits that the server does not have: sealed, per person, the latest of each name. */
export interface EditDrafts {
  /** Resolves once the edit is durable on this device. */
  keep(userId: string, name: string, content: object): Promise<void>
  /** Returns the draft; undefined where there is none. @throws where it can't be read, or can no longer be decrypted */
  of(userId: string, name: string): Promise<EditDraft | undefined>
  drop(userId: string, name: string): Promise<void>
  hasAny(userId: string): Promise<boolean>
}

interface Needs {
  clock: Clock
  random: Random
}

/** Opens the drafts of a school. They began with letters, hence the name of their database. */
export function editDrafts(schoolCode: string, { clock, random }: Needs): EditDrafts {
  const dbName = letterDraftsDbName(schoolCode)
  const within = <T>(work: (db: LetterDraftsDb) => Promise<T>) => withDb(new LetterDraftsDb(dbName), work)
  /** Where nothing was ever kept, no storage has to answer: a full one could not even be opened. */
  const ifAny = async <T>(none: T, work: (db: LetterDraftsDb) => Promise<T>) =>
    (await hasDatabase(dbName)) ? within(work) : none
  const idOf = (userId: string, name: string) => `${userId} ${name}`
  return {
    keep: (userId, name, content) =>
      within(async (db) => {
        const vault = await openVault(db, random)
        const sealed = await vault.seal(content)
        await db.drafts.put({ id: idOf(userId, name), userId, atMs: clock.nowMs(), content: sealed })
      }),
    of: (userId, name) =>
      ifAny<EditDraft | undefined>(undefined, async (db) => {
        const row = await db.drafts.get(idOf(userId, name))
        if (!row) return undefined
        const vault = await openVault(db, random)
        return { content: await vault.open(row.content), atMs: row.atMs }
      }),
    drop: (userId, name) => within((db) => db.drafts.delete(idOf(userId, name))),
    hasAny: (userId) => ifAny(false, async (db) => (await db.drafts.where('userId').equals(userId).count()) > 0),
  }
}

/** Deletes all of them with their key: signing out leaves nothing behind. */
export const forgetEditDrafts = (schoolCode: string): Promise<void> => Dexie.delete(letterDraftsDbName(schoolCode))
