// chunk: device
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { SnapshotDb, SnapshotState } from '#local/storage/snapshot-db.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { type Cart, type PricedCart, priceCart } from '#shared/pos/cart.rules.ts'
import type { Balance } from '#shared/pos/customer.contract.ts'
import { spending } from './account.rules.ts'
import { buildCatalogue } from './build-catalogue.ts'
import { type CustomerIndex, indexCustomers } from './customers.ts'
import { emptyHistory, foldHistory, type TillHistory } from './fold.ts'
import { isReflected, overlayOf, type Unconfirmed } from './overlay.ts'
import type { AccountView, Catalogue, Till } from './till.types.ts'

/** Till data in memory: the snapshot with the device's own operations laid over it. */
export interface TillMemory {
  state: SnapshotState
  /** Returns the catalogue of a business day; the same object until the snapshot or the day changes. */
  catalogueOn(day: Day): Catalogue
  customers: CustomerIndex
  history: TillHistory
  /** `without` leaves out the operation being entered again. */
  account(customerId: string, businessDay: string, inContact: boolean, without?: string): AccountView
  price(cart: Cart): PricedCart
  recentSpending: Till['recentSpending']
  /** Returns all operations of this device that are still kept, in order. */
  ops(): readonly StoredOp[]
  /** Returns the sale or cash movement under this id, while it is set aside. */
  setAside(opId: string): StoredOp | undefined
  /** Reads the snapshot again, after a pull. */
  reloadSnapshot(): Promise<void>
  /** Reads operations added since the last time, here or in another tab; time does not grow with the queue. */
  readAdded(): Promise<void>
  /** Reads again every operation that may have been settled since. */
  reloadOps(): Promise<void>
}

/** Opens the memory; undefined until a whole snapshot has been pulled, because half a catalogue must not be sold from. */
export async function openTillMemory(
  store: OutboxStore,
  db: SnapshotDb,
  stream: string,
): Promise<TillMemory | undefined> {
  // In parallel: they lie in two databases. Acknowledgements in between are recognised by their number (`received`).
  const [first, kept] = await Promise.all([readSnapshot(db), store.ofStream(stream, 0)])
  if (!first) return undefined
  let balances = first.balances
  let ops: StoredOp[] = []
  let overlay: Map<string, Unconfirmed> | undefined
  // One after the other: an older read that ends later would hide newer data.
  let lastTurn: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    lastTurn = lastTurn.then(work, work)
    return lastTurn
  }
  const memory: TillMemory = {
    state: first.state,
    catalogueOn: first.catalogueOn,
    customers: first.customers,
    history: emptyHistory(),
    account: (customerId, businessDay, inContact, without) => {
      overlay ??= overlayOf(ops, memory.state)
      const unconfirmed = (without ? overlayOf(ops, memory.state, without) : overlay).get(customerId)
      return viewAccount({ memory, balances, unconfirmed, customerId, businessDay, inContact })
    },
    recentSpending: (id) => recentOf(balances.get(id), ops, memory.state),
    price: (cart) => priceCart(cart, memory.state.settings.taxCodes),
    ops: () => ops,
    setAside: (opId) => ops.find((op) => op.opId === opId && op.state === 'attention'),
    reloadSnapshot: () =>
      inTurn(async () => {
        const fresh = await readSnapshot(db)
        if (!fresh) return
        // Read after it, so that everything it contains is known as acknowledged: otherwise it would count twice.
        const keep = await readOpsFrom(firstOpen())
        Object.assign(memory, { state: fresh.state, catalogueOn: fresh.catalogueOn, customers: fresh.customers })
        balances = fresh.balances
        keep()
      }),
    readAdded: () => inTurn(async () => (await readOpsFrom(memory.history.upToSeq + 1))()),
    reloadOps: () => inTurn(async () => (await readOpsFrom(firstOpen()))()),
  }
  /** Number of the first operation that may still change. */
  const firstOpen = () => ops.find((op) => !isReflected(op, memory.state))?.seq ?? memory.history.upToSeq + 1
  /** Reads operations; the returned function stores the result. */
  const readOpsFrom = async (seq: number): Promise<() => void> => {
    const fresh = await store.ofStream(stream, seq)
    const closed = new Map((await store.closed()).flatMap((op) => (op.stream === stream ? [[op.opId, op]] : [])))
    return () => {
      // Nothing is dropped with its shift: an unsent void still needs the sale it reverses.
      const known = [...ops.filter((op) => op.seq < seq), ...fresh]
      ops = known.map((op) => closed.get(op.opId) ?? op)
      if (closed.size > memory.history.closed) memory.history = emptyHistory()
      foldHistory(memory.history, memory.history.upToSeq === 0 ? ops : fresh)
      overlay = undefined
    }
  }
  // A snapshot of an older build has no numbers: operations must be read after it.
  const all = first.state.received === undefined ? await store.ofStream(stream, 0) : kept
  foldHistory(memory.history, all)
  ops = all
  return memory
}

/** Reads in one transaction: a page applied meanwhile must not mix its balances with the former version. */
const readSnapshot = (db: SnapshotDb) =>
  db.transaction('r', db.tables, async () => {
    const state = await db.state.get('state')
    if (!state?.complete) return undefined
    const [categories, items, groups, customers, balances] = await Promise.all([
      db.categories.toArray(),
      db.items.toArray(),
      db.modifierGroups.toArray(),
      db.customers.toArray(),
      db.balances.toArray(),
    ])
    const { favourites } = state.settings
    let built: { day: Day; catalogue: Catalogue } | undefined
    return {
      state,
      catalogueOn: (day: Day) => {
        if (built?.day !== day)
          built = { day, catalogue: buildCatalogue(categories, items, groups, { day, favourites }) }
        return built.catalogue
      },
      customers: indexCustomers(customers),
      balances: new Map<string, Balance>(balances.map((b) => [b.customerId, b])),
    }
  })

const recentOf = (balance: Balance | undefined, ops: readonly StoredOp[], state: SnapshotState) => ({
  known: balance?.week ?? [],
  ops: ops.filter((op) => !isReflected(op, state)),
})

interface AccountQuestion {
  memory: TillMemory
  balances: Map<string, Balance>
  unconfirmed: Unconfirmed | undefined
  customerId: string
  businessDay: string
  inContact: boolean
}

function viewAccount(q: AccountQuestion): AccountView {
  const customer = q.memory.customers.get(q.customerId)
  const view = spending({
    customer: customer ?? { dailyLimit: minor(0), overdraft: minor(0) },
    balance: q.balances.get(q.customerId),
    businessDay: q.businessDay,
    unconfirmed: q.unconfirmed?.total ?? 0,
    unconfirmedToday: q.unconfirmed?.byDay[q.businessDay] ?? 0,
    ...(q.unconfirmed && { unconfirmedByDay: q.unconfirmed.byDay }),
    inContact: q.inContact,
    offlineAllowance: q.memory.state.settings.offlineAllowance,
  })
  return { ...view, pending: minor(-(q.unconfirmed?.total ?? 0)) }
}
