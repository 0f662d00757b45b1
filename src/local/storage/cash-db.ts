import { Dexie, type EntityTable } from 'dexie'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { KeyRow, Sealed } from './forms-db.ts'

/** Cash taken on this device. Its id is that of the operation. */
export interface CashRow {
  id: string
  /** User who took it; only they see or send it. */
  userId: string
  takenAtMs: number
  /** Number in the device's own series. */
  no: number
  /** Time when the server booked it; 0 before. */
  bookedAtMs: number
  /** Reason the server did not book it; it is retried nevertheless. */
  problem: MessageId | null
  content: Sealed
}

/** Device name on receipts, and the last number issued. */
export interface SeriesRow {
  name: 'series'
  serial: string
  last: number
}

/** Strict, like the outbox: a printed receipt's data survives the battery. A later version only adds. */
export class CashDb extends Dexie {
  cash!: EntityTable<CashRow, 'id'>
  series!: EntityTable<SeriesRow, 'name'>
  keys!: EntityTable<KeyRow, 'name'>

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ cash: 'id, userId, bookedAtMs', series: 'name', keys: 'name' })
  }
}
