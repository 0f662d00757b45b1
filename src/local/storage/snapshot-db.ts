// chunk: core
import { Dexie, type EntityTable } from 'dexie'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { Category, Item, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import type { Balance, Customer } from '#shared/pos/customer.contract.ts'
import type { Cursors, TillSettings } from '#shared/pos/snapshot.contract.ts'

/** Rows that a release could not read, because the server is newer. */
export interface UnreadRows {
  release: string
  /** Per table the cursor below the first of them; null for the beginning. */
  from: { [Feed in keyof Cursors]?: Exclude<Cursors[Feed], undefined> | null }
}

/** Single row with the freshness of the rest. */
export interface SnapshotState {
  key: 'state'
  settings: TillSettings
  /** Operators allowed at this till, as of the last answer; absent in a copy from before the list was sent. */
  operators?: UserId[]
  cursors: Cursors
  /** Generation of the server that the copy is of; absent in one of an older server. */
  generation?: string
  /** Of the last pull that is contained whole, and the release that has read it; absent in a copy of an older server. */
  etag?: { value: string; release: string } | undefined
  /** Which fields of categories and items were read (`read-page.ts`); absent in a copy from before they were numbered. */
  fieldsRead?: number
  /** Present while this copy lacks rows that a newer release must be given again. */
  unread?: UnreadRows
  /** Server version up to which everything is contained. */
  serverVersion: number
  /** Per stream: the number up to which this device's own operations are contained. */
  received: Record<string, number>
  takenAt: Instant
  /** False until the first pull completed: a till must not sell from half a catalogue. */
  complete: boolean
}

/** A changed shape gets a new number and so a new database; the old one is deleted, since the server has all the data. */
const shapeVersion = 1

/** Snapshot of the server's data: may be wiped at any time, and is fetched again. */
export class SnapshotDb extends Dexie {
  state!: EntityTable<SnapshotState, 'key'>
  categories!: EntityTable<Category, 'id'>
  modifierGroups!: EntityTable<ModifierGroup, 'id'>
  items!: EntityTable<Item, 'id'>
  customers!: EntityTable<Customer, 'id'>
  balances!: EntityTable<Balance, 'customerId'>

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'relaxed' })
    this.version(1).stores({
      state: 'key',
      categories: 'id',
      modifierGroups: 'id',
      items: 'id',
      customers: 'id',
      balances: 'customerId',
    })
  }
}

export const snapshotName = (schoolCode: string): string => `snap-${schoolCode}-v${shapeVersion}`

/** Deletes snapshots of other shapes: the first thing to go when space is needed, and never a loss. */
export async function deleteOldSnapshots(schoolCode: string): Promise<void> {
  const names = await Dexie.getDatabaseNames()
  const old = names.filter((n) => n.startsWith(`snap-${schoolCode}-v`) && n !== snapshotName(schoolCode))
  await Promise.all(old.map((n) => Dexie.delete(n)))
}
