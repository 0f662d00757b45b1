import { type DeviceIdentity, keepIdentity, streamOf } from '#local/device/identity.ts'
import { type Device, openDevice } from '#local/device/open-device.ts'
import { browserSurroundings } from '#local/kernel/surroundings.ts'
import { linkOperation } from '#local/outbox/link.ts'
import { openTill } from '#local/pos/open-till.ts'
import type { Till } from '#local/pos/till.types.ts'
import { deviceOutboxName, OutboxDb } from '#local/storage/outbox-db.ts'
import { snapshotName } from '#local/storage/snapshot-db.ts'
import { SaleId, UserId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Item } from '#shared/pos/catalogue.contract.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import { cashTender } from '#shared/pos/tender.rules.ts'
import { barcodeOf, cardOf, customerQueries, itemQueries, newIdentity, writeSnapshot } from '#tests/bench/big-school.ts'
import { median, percentile } from '#tests/bench/figure.ts'

export interface Sizes {
  items: number
  customers: number
  /** Sales in the outbox that the server has not got. */
  unsent: number
}

/** All in milliseconds. */
export interface ListTimes {
  /** From opening the databases to the first answer. */
  firstResult: number
  search: number
  barcode: number
}

declare global {
  /** Leaves such a till on the disk, as pairing, pulling and selling would. */
  var benchWriteTill: (schoolCode: string, sizes: Sizes) => Promise<void>
  /** Opens it, and works with it; `sale` is how long saving one takes. */
  var benchTill: (schoolCode: string, samples: number) => Promise<ListTimes & { sale: number }>
  /** Reads the same rows of the snapshot, and looks for the same things by going through them. */
  var benchPlain: (schoolCode: string, samples: number) => Promise<ListTimes>
}

const actor = { userId: UserId.parse('0190a5a5-0000-7000-8000-00000000a001'), roles: ['operator' as const] }
const canary = { read: () => undefined, write: () => undefined, clear: () => undefined }

const openIt = (schoolCode: string): Promise<Device> => {
  const surroundings = browserSurroundings(schoolCode)
  return openDevice({ schoolCode, surroundings, canary, appVersion: 'bench', maySteal: () => true })
}

async function openItsTill(device: Device, identity: DeviceIdentity | undefined): Promise<Till> {
  const { appender, snapshot, options } = device
  const { surroundings } = options
  const till =
    identity && (await openTill({ appender, snapshot, identity, surroundings, canary, inContact: () => true }))
  if (!till) throw new Error('there is no till on this disk')
  return till
}

/** Four items, paid in cash. */
async function sell(till: Till, n: number): Promise<void> {
  const items = Array.from({ length: 4 }, (_, i) => till.catalogue.items[(n * 4 + i) % till.catalogue.items.length])
  const lines = items.flatMap((item) => (item ? [{ id: till.newId(), item, qtyMilli: 1000, modifiers: [] }] : []))
  const cart = { lines, discount: null }
  const { total } = till.priceCart(cart).totals
  const tender = cashTender(till.newId(), total, Math.ceil(total / 25) * 25, 25)
  if (!tender) throw new Error('no such tender')
  const saleId = SaleId.parse(till.newId())
  await till.completeSale({ saleId, cart, customerId: null, customerProof: 'none', tenders: [tender] }, actor)
}

/** The last sale once more and again, straight into the tables: selling twenty thousand times would take too long. */
async function multiplySales(schoolCode: string, stream: string, till: Till, count: number): Promise<void> {
  const db = new OutboxDb(deviceOutboxName(schoolCode))
  const pattern = await db.ops.where('[stream+seq]').between([stream, 0], [stream, Infinity]).last()
  let row = await db.streams.get(stream)
  if (!pattern || !row) throw new Error('nothing was sold')
  const { wallAt, monoMs, bootId, clockOffsetMs } = pattern
  for (let done = 0; done < count; ) {
    const ops = []
    for (; done < count && ops.length < 1000; done += 1) {
      const opId = till.newId()
      const draft = { ...pattern, opId, body: { ...(pattern.body as object), id: opId } }
      const linked = linkOperation(row, draft, { wallAt, monoMs, bootId, clockOffsetMs })
      ops.push(linked.op)
      row = linked.row
    }
    await db.ops.bulkAdd(ops)
  }
  await db.streams.put(row)
  db.close()
}

globalThis.benchWriteTill = async (schoolCode, { items, customers, unsent }) => {
  const device = await openIt(schoolCode)
  const identity = await newIdentity()
  await keepIdentity(device.store, identity)
  await writeSnapshot(device.snapshot, items, customers)
  const till = await openItsTill(device, identity)
  await till.openShift({ floatAmount: minor(10_000) }, actor)
  await sell(till, 0)
  if (unsent > 0) await multiplySales(schoolCode, streamOf(identity), till, unsent)
}

/** How long each of them takes: the slowest of twenty. */
function timesOf(samples: number, work: (n: number) => unknown): number {
  const times: number[] = []
  for (let n = 0; n < samples; n += 1) {
    const before = performance.now()
    work(n)
    times.push(performance.now() - before)
  }
  return percentile(times, 0.95)
}

const query = (list: readonly string[], n: number): string => list[n % list.length] ?? ''

globalThis.benchTill = async (schoolCode, samples) => {
  const before = performance.now()
  const device = await openIt(schoolCode)
  const till = await openItsTill(device, device.identity)
  if (till.catalogue.search(query(itemQueries, 0), 60).length === 0) throw new Error('nothing was found')
  const firstResult = performance.now() - before
  const search = Math.max(
    timesOf(samples, (n) => till.catalogue.search(query(itemQueries, n), 60)),
    timesOf(samples, (n) => till.findCustomers(query(customerQueries, n), 60)),
  )
  const barcode = timesOf(samples, (n) => till.customerByCard(cardOf(n)) ?? till.catalogue.byBarcode(barcodeOf(n)))
  const sales: number[] = []
  for (let n = 0; n < samples / 4; n += 1) {
    const start = performance.now()
    await sell(till, n)
    sales.push(performance.now() - start)
  }
  return { firstResult, search, barcode, sale: median(sales) }
}

const openBare = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('open failed'))
  })

const readAll = <T>(db: IDBDatabase, table: string): Promise<T[]> =>
  new Promise((resolve, reject) => {
    const request = db.transaction(table).objectStore(table).getAll()
    request.onsuccess = () => resolve(request.result as T[])
    request.onerror = () => reject(request.error ?? new Error('read failed'))
  })

globalThis.benchPlain = async (schoolCode, samples) => {
  const before = performance.now()
  const db = await openBare(snapshotName(schoolCode))
  const tables = ['state', 'categories', 'modifierGroups', 'balances']
  const [items, customers] = await Promise.all([
    readAll<Item>(db, 'items'),
    readAll<Customer>(db, 'customers'),
    ...tables.map((table) => readAll<unknown>(db, table)),
  ])
  const named = ({ name }: { name: { en: string; ar: string } }, text: string) =>
    name.en.toLowerCase().includes(text) || name.ar.includes(text)
  items.find((item) => named(item, query(itemQueries, 0)))
  const firstResult = performance.now() - before
  const search = Math.max(
    timesOf(samples, (n) => items.filter((item) => named(item, query(itemQueries, n)))),
    timesOf(samples, (n) => customers.filter((customer) => named(customer, query(customerQueries, n)))),
  )
  const barcode = timesOf(
    samples,
    (n) => customers.find((c) => c.cardNo === cardOf(n)) ?? items.find((i) => i.barcode === barcodeOf(n)),
  )
  db.close()
  return { firstResult, search, barcode }
}
