import type { DeviceIdentity } from '#local/device/identity.ts'
import type { SnapshotDb } from '#local/storage/snapshot-db.ts'
import { CustomerId, DeviceId, ItemId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Item } from '#shared/pos/catalogue.contract.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'

const goods = [
  'Chicken shawarma',
  'Cheese manakish',
  'Orange juice',
  'Karak tea',
  'Lentil soup',
  'Date cake',
  'Water',
  'Salad',
]
const goodsInArabic = ['شاورما دجاج', 'مناقيش جبنة', 'عصير برتقال', 'شاي كرك', 'شوربة عدس', 'كعكة تمر', 'ماء', 'سلطة']
const first = ['Ahmed', 'Mariam', 'Yousef', 'Fatima', 'Omar', 'Noor', 'Khalid', 'Layla', 'Hassan', 'Aisha']
const firstInArabic = ['أحمد', 'مريم', 'يوسف', 'فاطمة', 'عمر', 'نور', 'خالد', 'ليلى', 'حسن', 'عائشة']
const last = ['Al-Kuwari', 'Haddad', 'Mansour', 'Rahman', 'Saleh', 'Farouk', 'Nasser']
const lastInArabic = ['الكواري', 'حداد', 'منصور', 'رحمن', 'صالح', 'فاروق', 'ناصر']

const at = (list: readonly string[], n: number): string => list[n % list.length] ?? ''
const named = (en: string, ar: string) => ({ en, ar })
const idOf = (kind: 'a' | 'b' | 'c' | 'd', n: number) => `0190a5a5-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`

export const barcodeOf = (n: number): string => `62901${String(n).padStart(8, '0')}`
export const cardOf = (n: number): string => `C${String(n).padStart(7, '0')}`

/** What people type: from either end of an alphabet, in both scripts, hits and misses. */
export const itemQueries = ['shawarma', 'cake 99', 'كرك', 'عصير 12', 'zz', barcodeOf(4711)]
export const customerQueries = ['ahmed', 'al-kuwari noor', 'مريم', 'ناصر', 'A9999', 'zz']

const till: TillSettings['till'] = {
  tillId: idOf('d', 1),
  siteCode: 'S',
  tillCode: 'T',
  kind: 'till',
  name: named('Till', 'صندوق'),
  site: named('Canteen', 'المقصف'),
}

const settings: TillSettings = {
  till,
  epoch: 1,
  school: named('School', 'مدرسة'),
  currency: 'QAR',
  timeZone: 'Asia/Qatar',
  cutoverMinute: 240,
  language: 'en',
  priceListVersion: 1,
  taxCodes: [{ code: 'IN', name: named('included', 'مشمولة'), ratePpm: 50_000, included: true }],
  cashIncrement: 25,
  receiptHeader: named('', ''),
  receiptFooter: named('', ''),
  offlineAllowance: minor(2500),
}

const categories = 40

const itemOf = (n: number): Item => ({
  id: ItemId.parse(idOf('a', n)),
  categoryId: idOf('b', n % categories),
  name: named(`${at(goods, n)} ${n}`, `${at(goodsInArabic, n)} ${n}`),
  price: minor(500 + (n % 40) * 25),
  taxCode: 'IN',
  barcode: barcodeOf(n),
  modifierGroupIds: [],
  allergens: n % 3 === 0 ? ['milk'] : [],
  diet: [],
  kcal: null,
  sort: n,
  active: true,
})

const customerOf = (n: number): Customer => ({
  id: CustomerId.parse(idOf('c', n)),
  admissionNo: `A${n}`,
  name: named(`${at(first, n)} ${at(last, n)}`, `${at(firstInArabic, n)} ${at(lastInArabic, n)}`),
  className: `${(n % 12) + 1}B`,
  cardNo: cardOf(n),
  allergens: [],
  diet: [],
  dailyLimit: null,
  overdraft: minor(0),
  active: true,
})

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

/** A whole snapshot of a school with so many items and customers, as the last page of a pull leaves it. */
export async function writeSnapshot(db: SnapshotDb, items: number, customers: number): Promise<void> {
  await db.categories.bulkPut(
    times(categories, (n) => ({ id: idOf('b', n), name: named(`Shelf ${n}`, `رف ${n}`), sort: n, active: true })),
  )
  await db.items.bulkPut(times(items, itemOf))
  const people = times(customers, customerOf)
  await db.customers.bulkPut(people)
  await db.balances.bulkPut(
    people.map(({ id }) => ({ customerId: id, balance: minor(1e6), spentOn: null, spent: minor(0) })),
  )
  await db.state.put({
    key: 'state',
    settings,
    cursors: {},
    serverVersion: 1,
    received: {},
    takenAt: new Date().toISOString(),
    complete: true,
  })
}

export async function newIdentity(): Promise<DeviceIdentity> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  return {
    deviceId: DeviceId.parse(idOf('d', 2)),
    installEpoch: idOf('d', 3),
    till,
    epoch: 1,
    keys: await crypto.subtle.generateKey(curve, false, ['sign', 'verify']),
    pinKey: await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  }
}
