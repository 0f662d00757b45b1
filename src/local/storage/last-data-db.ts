import { Dexie, type EntityTable } from 'dexie'
import type { KeyRow, Sealed } from './forms-db.ts'

/** An answer of the server as it was seen last, by whom, to which question. */
export interface SeenRow {
  id: string
  userId: string
  atMs: number
  content: Sealed
}

/** A copy that the server has: it may be lost at any time. */
export class LastDataDb extends Dexie {
  seen!: EntityTable<SeenRow, 'id'>
  keys!: EntityTable<KeyRow, 'name'>

  constructor(name: string) {
    super(name)
    this.version(1).stores({ seen: 'id, userId, atMs', keys: 'name' })
  }
}
