import { Dexie, type EntityTable } from 'dexie'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { KeyRow, Sealed } from './forms-db.ts'

/** A decision about one student, made here and not on the server yet. Its id is that of the command. */
export interface DecisionRow {
  id: string
  /** Whose it is: nobody else sees or sends it. */
  userId: string
  studentId: string
  keptAtMs: number
  /** Why the server would not take it; it waits for its maker then, and for the network until then. */
  problem: MessageId | null
  content: Sealed
}

/** Strict, like the outbox: what the screen called kept survives the battery. A later version only adds. */
export class DecisionsDb extends Dexie {
  decisions!: EntityTable<DecisionRow, 'id'>
  keys!: EntityTable<KeyRow, 'name'>

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ decisions: 'id, userId', keys: 'name' })
  }
}
