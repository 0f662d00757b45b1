import { Dexie, type EntityTable } from 'dexie'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'

/** Encrypted with a key that cannot leave this browser (vault.ts). */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/** How a draft stands to the mailed link that opens it elsewhere. `name` opens nothing. */
export interface LinkSeen {
  name: string
  revision: number
  /** It was changed since. */
  isAhead: boolean
}

/** A form that somebody is filling in: its answers, sealed. Its id is that of the operation which will hand it in. */
export interface DraftRow {
  id: string
  slug: string
  version: number
  startedAt: string
  changedAtMs: number
  answers: Sealed
  /** Of the copy under an account, where there is one (contract/my-draft.ts). */
  revision?: number
  /** Changed since that copy was made. */
  isAhead?: boolean
  /** The mailed link by which it came or went, and the last change of what that opens. */
  link?: LinkSeen
}

/** A file that a draft or an unfinished submission names. */
export interface FileRow {
  id: string
  draftId: string
  content: Sealed
}

/**
 * A form that was handed in here: `saved` on this device, `received` by the server while its files are still on their way,
 * `complete` with all of them, `attention` when the server would not take it, or took a
 * decision that does not count (`problem`: `link.over`).
 */
export interface HandedInRow {
  id: string
  slug: string
  stream: string
  seq: number
  state: 'saved' | 'received' | 'complete' | 'attention'
  handedInAtMs: number
  reference: string | null
  /** Files that have not arrived whole. */
  filesLeft: number
  problem: MessageId | null
}

/**
 * In the place of a form's name: a decision of a guardian. A dot is in no form's name.
 */
export const consentSlug = 'consent.decide'

/** Likewise: a pupil's face, handed in by a guardian's link. */
export const faceSlug = 'face.enrol'

/** What a guardian's link has opened here, under the hash of its token, so that it can be read without a network. */
export interface ConsentRow {
  id: string
  content: Sealed
}

export interface KeyRow {
  name: string
  key: CryptoKey
}

/** A form as the school last published it, so that it can be filled in without a network. */
export type DefinitionRow = PublishedForm & { fetchedAtMs: number }

/**
 * What people fill in, before and after it is handed in. Strict, like the outbox: what the screen called saved survives the
 * battery. A later version only adds.
 */
export class FormsDb extends Dexie {
  drafts!: EntityTable<DraftRow, 'id'>
  files!: EntityTable<FileRow, 'id'>
  handedIn!: EntityTable<HandedInRow, 'id'>
  definitions!: EntityTable<DefinitionRow, 'slug'>
  keys!: EntityTable<KeyRow, 'name'>
  consents!: EntityTable<ConsentRow, 'id'>

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      drafts: 'id, slug',
      files: 'id, draftId',
      handedIn: 'id',
      definitions: 'slug',
      keys: 'name',
    })
    this.version(2).stores({ consents: 'id' })
  }
}
