// chunk: core
import { Dexie, type EntityTable } from 'dexie'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'

/** Encrypted with a key that cannot leave this browser (vault.ts). */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/** Relation of a draft to the emailed link that opens it elsewhere. `name` opens nothing. */
export interface LinkSeen {
  name: string
  revision: number
  /** True if the draft changed since. */
  isAhead: boolean
}

/** Form being filled in: its answers, sealed. Its id becomes that of the submitting operation. */
export interface DraftRow {
  id: string
  slug: string
  version: number
  startedAt: string
  changedAtMs: number
  answers: Sealed
  /** Key of the page that was open last; absent where none was turned. */
  page?: string
  /** Revision of the copy under an account, where there is one (contract/my-draft.ts). */
  revision?: number
  /** True if the draft changed since that copy was made. */
  isAhead?: boolean
  /** Emailed link by which the draft came or went, and the last revision behind it. */
  link?: LinkSeen
}

/** File of a draft, or of a submission until a verified copy of the server holds it. */
export interface FileRow {
  id: string
  draftId: string
  content: Sealed
}

/**
 * Form submitted here: `saved` on this device, `received` by the server while its files are still on their way, `complete` with
 * all of them, `attention` when the server refused it, or accepted a decision that does not count (`problem`: `link.over`).
 */
export interface SubmittedRow {
  id: string
  slug: string
  stream: string
  seq: number
  state: 'saved' | 'received' | 'complete' | 'attention'
  handedInAtMs: number
  reference: string | null
  /** Files that have not arrived completely. */
  filesLeft: number
  problem: MessageId | null
  /** Of a complete one: when the server had acknowledged its operation; another time means that it was sent again. */
  ackedAtMs?: number | null | undefined
  /** Of a complete one whose content this device still keeps, to send it again to a restored server: when it became complete. */
  keptSinceMs?: number | undefined
  /** Size of its files here, sealed; with `keptSinceMs`. */
  keptBytes?: number | undefined
  /** True once somebody asked not to see it on this device any more; absent before. */
  isHidden?: boolean
}

/** Slug of a guardian's consent decision. No form's slug contains a dot. */
export const consentSlug = 'consent.decide'

/** Slug of a pupil's face, submitted through a guardian's link. */
export const faceSlug = 'face.enrol'

/** Page behind a guardian's link, under the hash of its token, for reading offline. */
export interface ConsentRow {
  id: string
  content: Sealed
}

export interface KeyRow {
  name: string
  key: CryptoKey
}

/** Form as last published by the school, for filling in offline. */
export type DefinitionRow = PublishedForm & { fetchedAtMs: number }

/**
 * Forms before and after submission. Strict, like the outbox: what the screen called saved survives the battery. A later version
 * only adds.
 */
export class FormsDb extends Dexie {
  drafts!: EntityTable<DraftRow, 'id'>
  files!: EntityTable<FileRow, 'id'>
  handedIn!: EntityTable<SubmittedRow, 'id'>
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
