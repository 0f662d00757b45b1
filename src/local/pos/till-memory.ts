// chunk: device
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { SnapshotDb, SnapshotState } from '#local/storage/snapshot-db.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { foldText, matchScore, searchWords } from '#shared/kernel/text/search.rules.ts'
import { type Cart, type PricedCart, priceCart } from '#shared/pos/cart.rules.ts'
import type { Category, Item, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import type { Balance } from '#shared/pos/customer.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import { spending } from './account.rules.ts'
import { type CustomerIndex, indexCustomers } from './customers.ts'
import { emptyHistory, foldHistory, type TillHistory } from './fold.ts'
import { isReflected, overlayOf, type Unconfirmed } from './overlay.ts'
import type { AccountView, Catalogue, Till } from './till.types.ts'

const bySort = (a: { sort: number }, b: { sort: number }) => a.sort - b.sort

/** Category of the favourites: no other has this id. */
const favouritesId = '*'
const favouritesHue = 90

/** The hue of the nth category: a turn of the colour wheel after which even many steps stay apart (the golden angle). */
const hueOf = (index: number): number => Math.round((195 + index * 137.5) % 360)

/**
 * Builds the catalogue of a snapshot for a business day: rows that are active and sold on it, with its prices, look-ups ready, names
 * folded once for searching.
 */
export function buildCatalogue(
  allCategories: readonly Category[],
  allItems: readonly Item[],
  groups: readonly ModifierGroup[],
  { day, favourites }: { day: Day; favourites?: TillSettings['favourites'] },
): Catalogue {
  const categories = allCategories
    .filter((c) => c.active)
    .sort(bySort)
    .map((c, index) => ({ ...c, hue: c.hue ?? hueOf(index) }))
  const shown = new Set(categories.map((c) => c.id))
  const items = allItems
    .filter(
      ({ active, categoryId, availableFrom = day, availableUntil = day }) =>
        active && shown.has(categoryId) && availableFrom <= day && availableUntil >= day,
    )
    .map((i) => ({
      ...i,
      price: i.nextPrices?.findLast(({ from }) => from <= day)?.price ?? i.price,
      soldOutOn: i.soldOutOn === day ? day : undefined,
    }))
    .sort(bySort)
  const byId = new Map(items.map((i) => [i.id as string, i]))
  const byBarcode = new Map(items.flatMap((i) => [i.barcode, ...(i.moreBarcodes ?? [])].map((code) => [code, i])))
  const byCategory = Map.groupBy(items, (i) => i.categoryId)
  const first = favourites?.itemIds.flatMap((id) => byId.get(id) ?? []) ?? []
  if (favourites && first.length > 0) {
    categories.unshift({ id: favouritesId, name: favourites.name, sort: 0, active: true, hue: favouritesHue })
    byCategory.set(favouritesId, first)
  }
  const groupById = new Map(groups.map((g) => [g.id, g]))
  const folded = items.map((item) => ({
    item,
    names: [foldText(item.name.en), foldText(item.name.ar)],
    code: item.barcode ?? '',
  }))
  return {
    categories,
    items,
    itemsOf: (categoryId) => byCategory.get(categoryId) ?? [],
    item: (itemId) => byId.get(itemId),
    byBarcode: (barcode) => byBarcode.get(barcode.trim()),
    groupsOf: (item) => item.modifierGroupIds.flatMap((id) => groupById.get(id) ?? []),
    search: (text, limit) => {
      const words = searchWords(text)
      if (words.length === 0) return []
      const scored = folded.map(({ item, names, code }) => ({
        item,
        score: Math.max(...names.map((n) => matchScore(n, words)), code.startsWith(text.trim()) ? 1 : 0),
      }))
      const hits = scored.filter((s) => s.score > 0)
      return hits
        .sort((a, b) => b.score - a.score || bySort(a.item, b.item))
        .slice(0, limit)
        .map((s) => s.item)
    },
  }
}

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
