import { Dexie } from 'dexie'
import { openVault } from '#local/kernel/vault.ts'
import { LetterDraftsDb } from '#local/storage/letter-drafts-db.ts'
import { letterDraftsDbName } from '#local/storage/names.ts'
import { withDb } from '#local/storage/with-db.ts'
import type { Random } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { saveLetterEdit } from '#shared/letters/letter-template.contract.ts'

interface Unsaved {
  /** Revision of the working copy that was edited. */
  revision: number
  template: LetterTemplate
}

export interface LetterDraft extends Unsaved {
  /** Time of the last edit. */
  atMs: number
}

/** Unsaved texts of letters that the server does not have: sealed, per person, the latest of each letter. */
export interface LetterDrafts {
  /** Resolves once the text is durable on this device. */
  keep(userId: string, letter: LetterKind, unsaved: Unsaved): Promise<void>
  /** Returns the draft; undefined where there is none or it can no longer be read. */
  of(userId: string, letter: LetterKind): Promise<LetterDraft | undefined>
  drop(userId: string, letter: LetterKind): Promise<void>
  hasAny(userId: string): Promise<boolean>
}

interface Needs {
  clock: Clock
  random: Random
}

const Kept = saveLetterEdit.body.pick({ revision: true, template: true })

export function letterDrafts(schoolCode: string, { clock, random }: Needs): LetterDrafts {
  const within = <T>(work: (db: LetterDraftsDb) => Promise<T>) =>
    withDb(new LetterDraftsDb(letterDraftsDbName(schoolCode)), work)
  const idOf = (userId: string, letter: LetterKind) => `${userId} ${letter}`
  return {
    keep: (userId, letter, { revision, template }) =>
      within(async (db) => {
        const vault = await openVault(db, random)
        const content = await vault.seal({ revision, template })
        await db.drafts.put({ id: idOf(userId, letter), userId, atMs: clock.nowMs(), content })
      }),
    of: (userId, letter) =>
      within(async (db) => {
        const row = await db.drafts.get(idOf(userId, letter))
        if (!row) return undefined
        const vault = await openVault(db, random)
        const kept = Kept.safeParse(await vault.open(row.content).catch(() => undefined))
        return kept.success ? { ...kept.data, atMs: row.atMs } : undefined
      }),
    drop: (userId, letter) => within((db) => db.drafts.delete(idOf(userId, letter))),
    hasAny: (userId) => within(async (db) => (await db.drafts.where('userId').equals(userId).count()) > 0),
  }
}

/** Deletes all of them with their key: signing out leaves nothing behind. */
export const forgetLetterDrafts = (schoolCode: string): Promise<void> => Dexie.delete(letterDraftsDbName(schoolCode))
