import { Dexie, type EntityTable } from 'dexie'
import type { KeyRow, Sealed } from './forms-db.ts'

/** Something of one pupil, encrypted. */
interface SealedRow {
  customerId: string
  content: Sealed
}

/** Wrong PINs of a pupil since the last right one, of the PIN with this salt. */
interface TriesRow {
  customerId: string
  salt: string
  failures: number
}

/** What the server said last, encrypted; and when, by this device's clock, which tells nobody anything. */
interface StateRow {
  key: 'state'
  content: Sealed
  heardAtMs: number
}

/** The latest that this device's clock has ever said: set back, it makes nothing younger. */
interface SeenRow {
  key: 'seen'
  atMs: number
}

/**
 * The faces and PINs that a device may use: every row encrypted with a key that cannot leave this browser. May be wiped at
 * any time, and is when it is too old. Strict, because a wrong PIN counts although the battery goes.
 */
export class FacesDb extends Dexie {
  people!: EntityTable<SealedRow, 'customerId'>
  pins!: EntityTable<SealedRow, 'customerId'>
  tries!: EntityTable<TriesRow, 'customerId'>
  state!: EntityTable<StateRow, 'key'>
  seen!: EntityTable<SeenRow, 'key'>
  keys!: EntityTable<KeyRow, 'name'>

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      people: 'customerId',
      pins: 'customerId',
      tries: 'customerId',
      state: 'key',
      seen: 'key',
      keys: 'name',
    })
  }
}
