import type { Vault } from '#local/kernel/vault.ts'
import type { DraftRow, FormsDb, LinkSeen } from '#local/storage/forms-db.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Clock } from '#shared/kernel/time.ts'

/** A form that somebody is filling in. */
export interface Draft {
  /** Minted when the form was opened; the id of what it will be handed in as. */
  id: string
  slug: string
  /** The version of the form that it was begun with, or was last brought up to. */
  version: number
  startedAt: string
  answers: Answers
  /** The last change of it that the account of who is signed in has, or a criteria link, seen from here; absent when none. */
  revision?: number
  /** It was changed since that copy was made. */
  isAhead?: boolean
  /** The mailed link by which it came or went, and the last change of what that opens. */
  link?: LinkSeen
}

/** The drafts of this device, sealed. */
export interface Drafts {
  /** The draft of this form that was worked on last, if it was not handed in. */
  latest(slug: string): Promise<Draft | undefined>
  /** This very draft, with when it was changed last; undefined when it is not here. */
  read(id: string): Promise<(Draft & { changedAtMs: number }) | undefined>
  /** Resolves when it is on the device for good. What is handed in already is left as it is. */
  keep(draft: Draft): Promise<void>
  keepFile(draftId: string, fileId: string, content: Uint8Array<ArrayBuffer>): Promise<void>
  /** The bytes of a file; undefined when it is not here (any more). */
  readFile(fileId: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  dropFile(fileId: string): Promise<void>
  /** A person begins afresh, or is finished: the draft goes with its files. */
  drop(draftId: string): Promise<void>
  /** Drafts that are under an account: what somebody who signs out takes along. */
  underAccount(): Promise<{ id: string; isAhead: boolean }[]>
  /** A kiosk between two families: every draft that was not handed in goes. */
  dropAll(): Promise<void>
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
    keepFile: async (draftId, id, content) => {
      await db.files.put({ id, draftId, content: await vault.sealBytes(content) })
    },
    readFile: async (fileId) => {
      const row = await db.files.get(fileId)
      return row && vault.openBytes(row.content)
    },
    dropFile: (fileId) => db.files.delete(fileId),
    drop,
    underAccount: async () => {
      // What a criteria link keeps is of no account: its name has a dot.
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
