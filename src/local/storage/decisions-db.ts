// chunk: core
import { Dexie, type EntityTable } from 'dexie'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { KeyRow, Sealed } from './forms-db.ts'

/** A decision about one student that an older build kept here. Its id is that of the command. */
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

/** Where older builds kept decisions; what is left is carried over into the outbox of who made them. */
export class DecisionsDb extends Dexie {
  decisions!: EntityTable<DecisionRow, 'id'>
  keys!: EntityTable<KeyRow, 'name'>

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ decisions: 'id, userId', keys: 'name' })
  }
}
