import { judgeCart, type RuledTill } from '#local/pos/spending/judge-cart.ts'
import { ItemId } from '#shared/kernel/fields.ts'
import { type Minor, minor, wholeQty } from '#shared/kernel/money.ts'
import type { Item } from '#shared/pos/catalogue.contract.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import type { SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { people } from './goods.ts'

const named = (en: string) => ({ en, ar: en })
const idOf = (n: number) => `0190a5a5-0000-7000-8000-d1${String(n).padStart(10, '0')}`

const itemOf = (n: number, more: Partial<Item> = {}): Item => ({
  id: ItemId.parse(idOf(n)),
  categoryId: idOf(9),
  name: named(`Item ${n}`),
  price: minor(100),
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

/** What self-service sells: something plain, something that the law forbids pupils, and what parents, school and pupil may forbid. */
const [plain, peanuts, crisps, juice, cake] = [
  itemOf(1),
  itemOf(2, { foodClasses: ['peanut'] }),
  itemOf(3),
  itemOf(4),
  itemOf(5),
] as const
export const kioskItems: readonly Item[] = [plain, peanuts, crisps, juice, cake]

const rule = (n: number, source: SpendingRule['source'], terms: SpendingRule['terms']): SpendingRule => ({
  id: idOf(n),
  source,
  terms,
})

/** Most that one visit of the first pupil may cost. */
const mostOfVisit = 300
/** Rules of each pupil, besides the law's and the school's for all. */
const rulesOf: readonly (readonly SpendingRule[])[] = [
  [rule(11, 'parent', { kind: 'visit', most: minor(mostOfVisit) })],
  [rule(12, 'parent', { kind: 'no-item', target: crisps.id })],
  [rule(13, 'pupil', { kind: 'no-item', target: cake.id })],
]
const schoolRules = [rule(14, 'school', { kind: 'no-item', target: juice.id })]

const settings: TillSettings = {
  till: { tillId: idOf(8), siteCode: 'S', tillCode: 'K', kind: 'kiosk', name: named('Kiosk'), site: named('Site') },
  epoch: 1,
  school: named('School'),
  currency: 'QAR',
  timeZone: 'Asia/Qatar',
  cutoverMinute: 240,
  language: 'en',
  priceListVersion: 1,
  taxCodes: [],
  cashIncrement: 25,
  receiptHeader: named(''),
  receiptFooter: named(''),
  offlineAllowance: minor(2500),
  spending: { pack: 'sa', rules: schoolRules },
}

const customerOf = (n: number): Customer | undefined => {
  const id = people.customers[n]
  if (!id) return undefined
  const who = { id, admissionNo: `A${n}`, name: named(`Pupil ${n}`), className: '3B', cardNo: null }
  const bounds = { allergens: [], diet: [], dailyLimit: null, overdraft: minor(0), active: true }
  return { ...who, ...bounds, rules: [...(rulesOf[n] ?? [])] }
}

const till: RuledTill = {
  settings,
  catalogue: {
    items: kioskItems,
    item: (id: string) => kioskItems.find((each) => each.id === id),
  } as RuledTill['catalogue'],
  customer: (id) => customerOf(people.customers.findIndex((each) => each === id)),
  shift: null,
  recentSpending: () => ({ known: [], ops: [] }),
}

/** Whether self-service sells this to a pupil: by the product's own rules, as they are on the device. */
export function sellsAlone(customer: number, item: Item, amount: Minor, nowMs: number): boolean {
  const customerId = people.customers[customer % people.customers.length] ?? ''
  const lines = [{ id: 'line', item, qtyMilli: wholeQty, modifiers: [] }]
  return judgeCart(till, { customerId, lines, amount, nowMs, withAllergens: true }).length === 0
}

/** Whether a sale breaks a rule of its customer, told apart from the product: in plain sight of what is forbidden above. */
export function breaksRule({ customerId, lines, totals }: Pick<Sale, 'customerId' | 'lines' | 'totals'>): boolean {
  const has = (item: Item) => lines.some(({ itemId }) => itemId === item.id)
  const n = people.customers.findIndex((each) => each === customerId)
  const own = [totals.total > mostOfVisit, has(crisps), has(cake)]
  return has(peanuts) || has(juice) || (own[n] ?? false)
}
