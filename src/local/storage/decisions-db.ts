import { Dexie, type EntityTable } from 'dexie'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { KeyRow, Sealed } from './forms-db.ts'

/** Decision about one student, made here and not on the server yet. Its id is that of the command. */
export interface DecisionRow {
  id: string
  /** User who made it; only they see or send it. */
  userId: string
  studentId: string
  keptAtMs: number
  /** Reason the server rejected it, which then waits for its author; null while it waits for the network. */
  problem: MessageId | null
  content: Sealed
}

/** Strict, like the outbox: what the screen called saved survives the battery. A later version only adds. */
export class DecisionsDb extends Dexie {
  decisions!: EntityTable<DecisionRow, 'id'>
  keys!: EntityTable<KeyRow, 'name'>

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ decisions: 'id, userId', keys: 'name' })
  }
}
