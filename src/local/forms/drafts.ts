import type { Vault } from '#local/kernel/vault.ts'
import { isQuota } from '#local/outbox/indexed-db/storage-failure.ts'
import type { DraftRow, FormsDb, LinkSeen } from '#local/storage/forms-db.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Clock } from '#shared/kernel/time.ts'

/** Form being filled in. */
export interface Draft {
  /** Id minted when the form was opened; the submission gets the same id. */
  id: string
  slug: string
  /** Form version the draft was started with or last brought up to. */
  version: number
  startedAt: string
  answers: Answers
  /** Key of the page that was open last, to return to. */
  page?: string
  /** Latest revision, as seen here, of the copy under the signed-in account or a criteria link; absent without one. */
  revision?: number
  /** True if the draft changed since that copy was made. */
  isAhead?: boolean
  /** Emailed link by which the draft came or went, and the last revision behind it. */
  link?: LinkSeen
}

/** Sealed drafts of this device. */
export interface Drafts {
  /** Returns the draft of this form worked on last, unless it was submitted. */
  latest(slug: string): Promise<Draft | undefined>
  /** Returns this draft with the time of its last change; undefined when it is not here. */
  read(id: string): Promise<(Draft & { changedAtMs: number }) | undefined>
  /** Resolves when the draft is durable on the device. A submitted draft is left unchanged. */
  keep(draft: Draft): Promise<void>
  /** Resolves when the file is durable. Where the device has no room, files of complete submissions go for it, the oldest first. */
  keepFile(draftId: string, fileId: string, content: Uint8Array<ArrayBuffer>): Promise<void>
  /** Returns the bytes of a file; undefined when it is not (or no longer) here. */
  readFile(fileId: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  dropFile(fileId: string): Promise<void>
  /** Deletes the draft with its files, when a person starts again or is finished. */
  drop(draftId: string): Promise<void>
  /** Drafts under an account, which signing out removes. */
  underAccount(): Promise<{ id: string; isAhead: boolean }[]>
  /** Deletes every draft not submitted, at a kiosk between two families. */
  dropAll(): Promise<void>
}

/** Marks a complete submission as one whose files are no longer here. */
export const forgetKept = (db: FormsDb, id: string): Promise<number> =>
  db.handedIn.update(id, { keptSinceMs: undefined, keptBytes: undefined })

/** Returns a function that stores a file; while the device has no room for it, files of complete submissions are deleted. */
function fileKeeper(db: FormsDb, vault: Vault, drop: Drafts['drop']): Drafts['keepFile'] {
  /** Deletes the files of the complete submission that has been kept longest. @returns whether there was one */
  const makeRoom = async (): Promise<boolean> => {
    const kept = await db.handedIn.filter(({ keptSinceMs }) => keptSinceMs !== undefined).toArray()
    const [oldest] = kept.toSorted((a, b) => (a.keptSinceMs ?? 0) - (b.keptSinceMs ?? 0))
    if (!oldest) return false
    await drop(oldest.id)
    await forgetKept(db, oldest.id)
    return true
  }
  return async (draftId, id, content) => {
    const row = { id, draftId, content: await vault.sealBytes(content) }
    for (;;) {
      try {
        await db.files.put(row)
        return
      } catch (error) {
        if (!isQuota(error) || !(await makeRoom())) throw error
      }
    }
  }
}

export function openDrafts(db: FormsDb, vault: Vault, clock: Clock): Drafts {
  const isHandedIn = async (id: string) => (await db.handedIn.get(id)) !== undefined
  const opened = async ({ answers, ...row }: DraftRow) => ({ ...row, answers: (await vault.open(answers)) as Answers })
  const drop = (draftId: string) =>
    db.transaction('rw', db.drafts, db.files, async () => {
      await db.drafts.delete(draftId)
      await db.files.where('draftId').equals(draftId).delete()
    })
  return {
    latest: async (slug) => {
      const rows = await db.drafts.where('slug').equals(slug).toArray()
      const open: DraftRow[] = []
      for (const row of rows) if (!(await isHandedIn(row.id))) open.push(row)
      const [row] = open.toSorted((a, b) => b.changedAtMs - a.changedAtMs)
      return row && opened(row)
    },
    read: async (id) => {
      const row = await db.drafts.get(id)
      return row && opened(row)
    },
    keep: async ({ answers, ...draft }) => {
      const sealed = await vault.seal(answers)
      await db.transaction('rw', db.drafts, db.handedIn, async () => {
        if (await isHandedIn(draft.id)) return
        await db.drafts.put({ ...draft, changedAtMs: clock.nowMs(), answers: sealed })
      })
    },
    keepFile: fileKeeper(db, vault, drop),
    readFile: async (fileId) => {
      const row = await db.files.get(fileId)
      return row && vault.openBytes(row.content)
    },
    dropFile: (fileId) => db.files.delete(fileId),
    drop,
    underAccount: async () => {
      // A criteria link's copy belongs to no account: its slug has a dot.
      const isUnder = ({ revision, slug }: DraftRow) => revision !== undefined && !slug.includes('.')
      const rows = (await db.drafts.toArray()).filter(isUnder)
      const open: { id: string; isAhead: boolean }[] = []
      for (const { id, isAhead = false } of rows) if (!(await isHandedIn(id))) open.push({ id, isAhead })
      return open
    },
    dropAll: async () => {
      for (const { id } of await db.drafts.toArray()) if (!(await isHandedIn(id))) await drop(id)
      await db.consents.clear()
    },
  }
}
