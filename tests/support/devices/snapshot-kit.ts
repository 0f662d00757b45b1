import { CustomerId, ItemId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Category, Item } from '#shared/pos/catalogue.contract.ts'
import type { Balance, Customer } from '#shared/pos/customer.contract.ts'
import type { SnapshotPage, TillSettings } from '#shared/pos/snapshot.contract.ts'
import { named } from './device-kit.ts'
import { deviceId } from './outbox-kit.ts'
import { testStartMs } from './test-time.ts'

/** The same id for the same number and kind of thing. */
export const idOf = (kind: 'c' | 'f' | 'd', n: number): string =>
  `0190a5a5-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`

export const settings: TillSettings = {
  till: { tillId: deviceId, siteCode: 'S', tillCode: 'T', kind: 'till', name: named('Till'), site: named('Site') },
  epoch: 1,
  school: named('School'),
  currency: 'QAR',
  timeZone: 'Asia/Qatar',
  cutoverMinute: 240,
  language: 'en',
  priceListVersion: 1,
  taxCodes: [{ code: 'IN', name: named('included'), ratePpm: 50_000, included: true }],
  cashIncrement: 25,
  receiptHeader: named(''),
  receiptFooter: named(''),
  offlineAllowance: minor(2500),
}

export const categoryOf = (n: number, more: Partial<Category> = {}): Category => ({
  id: idOf('f', n),
  name: named(`Category ${n}`),
  sort: n,
  active: true,
  ...more,
})

export const itemOf = (n: number, more: Partial<Item> = {}): Item => ({
  id: ItemId.parse(idOf('d', n)),
  categoryId: idOf('f', 1),
  name: named(`Item ${n}`),
  price: minor(500),
  taxCode: 'IN',
  barcode: null,
  modifierGroupIds: [],
  allergens: [],
  diet: [],
  kcal: null,
  sort: n,
  active: true,
  ...more,
})

export const customerOf = (n: number, more: Partial<Customer> = {}): Customer => ({
  id: CustomerId.parse(idOf('c', n)),
  admissionNo: `A${n}`,
  name: named(`Pupil ${n}`),
  className: '3B',
  cardNo: `card-${n}`,
  allergens: [],
  diet: [],
  dailyLimit: null,
  overdraft: minor(0),
  active: true,
  ...more,
})

export const balanceOf = (n: number, balance: number, more: Partial<Balance> = {}): Balance => ({
  customerId: CustomerId.parse(idOf('c', n)),
  balance: minor(balance),
  spentOn: null,
  spent: minor(0),
  ...more,
})

export const pageOf = (more: Partial<SnapshotPage>): SnapshotPage => ({
  serverTime: toInstant(testStartMs),
  settings,
  operators: [],
  categories: [],
  modifierGroups: [],
  items: [],
  customers: [],
  balances: [],
  cursors: {},
  more: false,
  serverVersion: 1,
  received: {},
  ...more,
})
