// chunk: core
import { Dexie, type EntityTable } from 'dexie'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { KeyRow, Sealed } from './forms-db.ts'

/** Cash that an older build took on this device. Its id is that of the operation. */
export interface CashRow {
  id: string
  /** Who took it: nobody else sees or sends it. */
  userId: string
  takenAtMs: number
  /** The device's own number. */
  no: number
  /** When the server had booked it; 0 while it has not. */
  bookedAtMs: number
  /** Why the server would not book it; it is asked again all the same. */
  problem: MessageId | null
  content: Sealed
}

/** What this device calls itself on receipts, and the last number that it gave. */
export interface SeriesRow {
  name: 'series'
  serial: string
  last: number
}

/** Where older builds kept cash; what is left is carried over into the outbox of its cashier. */
export class CashDb extends Dexie {
  cash!: EntityTable<CashRow, 'id'>
  series!: EntityTable<SeriesRow, 'name'>
  keys!: EntityTable<KeyRow, 'name'>

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ cash: 'id, userId, bookedAtMs', series: 'name', keys: 'name' })
  }
}
