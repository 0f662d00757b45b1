// chunk: core
import { Dexie, type EntityTable } from 'dexie'
import type { KeyRow, Sealed } from './forms-db.ts'

/** Encrypted data of one pupil. */
interface SealedRow {
  customerId: string
  content: Sealed
}

/** Wrong PINs of a pupil since the last right one, for the PIN with this salt. */
interface TriesRow {
  customerId: string
  salt: string
  failures: number
}

/** Last server state, encrypted; and its time by this device's clock, which reveals nothing. */
interface StateRow {
  key: 'state'
  content: Sealed
  heardAtMs: number
  /** Entity tag of the server's faces and PINs of which everything is here; absent while something may be missing. */
  etag?: string | undefined
}

/** Latest time this device's clock has ever shown: setting it back makes nothing younger. */
interface SeenRow {
  key: 'seen'
  atMs: number
}

/**
 * Faces and PINs that a device may use: every row encrypted with a key that cannot leave this browser. May be wiped at any time,
 * and is when too old. Strict, because a wrong PIN counts even if the battery dies.
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
