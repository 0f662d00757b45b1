// chunk: core
import { Dexie, type EntityTable } from 'dexie'
import type { KeyRow, Sealed } from './forms-db.ts'

/** What somebody has typed of the installation's first school; one row. */
export interface SetupDraftRow {
  id: 'school'
  content: Sealed
}

export class SetupDraftDb extends Dexie {
  drafts!: EntityTable<SetupDraftRow, 'id'>
  keys!: EntityTable<KeyRow, 'name'>

  constructor(name: string) {
    super(name)
    this.version(1).stores({ drafts: 'id', keys: 'name' })
  }
}
