// chunk: core
import { Dexie, type EntityTable } from 'dexie'
import type { KeyRow, Sealed } from './forms-db.ts'

/** Text of one letter that one person has typed and the server does not have. */
export interface LetterDraftRow {
  /** Id from the person and the letter. */
  id: string
  userId: string
  atMs: number
  content: Sealed
}

/** Strict: what the screen called saved survives the battery. */
export class LetterDraftsDb extends Dexie {
  drafts!: EntityTable<LetterDraftRow, 'id'>
  keys!: EntityTable<KeyRow, 'name'>

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ drafts: 'id, userId', keys: 'name' })
  }
}
