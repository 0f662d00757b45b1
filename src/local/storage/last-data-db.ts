// chunk: core
import { Dexie, type EntityTable } from 'dexie'
import type { KeyRow, Sealed } from './forms-db.ts'

/** Server answer as last seen, with its user and its request. */
export interface SeenRow {
  id: string
  userId: string
  atMs: number
  content: Sealed
}

/** Copies of the server's data: may be lost at any time. */
export class LastDataDb extends Dexie {
  seen!: EntityTable<SeenRow, 'id'>
  keys!: EntityTable<KeyRow, 'name'>

  constructor(name: string) {
    super(name)
    this.version(1).stores({ seen: 'id, userId, atMs', keys: 'name' })
  }
}
