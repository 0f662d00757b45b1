import { commandHandlers } from '#server/commands.ts'
import { accountBalances, accountEntries, customers } from '#server/features/pos/accounts/customer.table.ts'
import { categories, items } from '#server/features/pos/catalogue/catalogue.table.ts'
import { schoolVersions, type TillPolicy } from '#server/features/school/school.table.ts'
import type { CommandHandlers } from '#server/features/sync/ingest/command.service.ts'
import { ingestBatch } from '#server/features/sync/ingest/sync.service.ts'
import type { DeviceCtx, School } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { machineRandom } from '#server/node/machine.ts'
import { CustomerId, ItemId } from '#shared/kernel/fields.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { type Currency, minor } from '#shared/kernel/money.ts'
import type { CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import type { TaxCode } from '#shared/school/tax-code.contract.ts'
import { type CommandVersions, commandVersions } from '#shared/sync/command-kinds.ts'
import type { Batch, PushReply } from '#shared/sync/sync.contract.ts'
import {
  makeDevice,
  makeSchool,
  makeTill,
  makeUser,
  type TestDevice,
  type TestSchool,
} from '#tests/support/factories.ts'
import type { Box } from '#tests/support/server.ts'

const at = '2030-01-01T00:00:00.000Z'
const newId = () => uuidv7(Date.parse(at), machineRandom)
const named = (text: string) => ({ en: text, ar: text })

export const taxCodes: TaxCode[] = [
  { code: 'IN', name: named('included'), ratePpm: 50_000, included: true },
  { code: 'ON', name: named('on top'), ratePpm: 100_000, included: false },
]

/** A school with something to sell, somebody who sells it and customers with money. */
export interface Canteen {
  box: Box
  school: School
  cashier: UserId
  /** May give discounts. */
  supervisor: UserId
  items: Omit<CatalogueItem, 'version'>[]
  customers: CustomerId[]
  policy: TillPolicy
}

/** Prices, a tax of each kind, and customers with 100 000 minor units each; `currency` decides the decimals. */
export async function openCanteen(
  box: Box,
  code: string,
  { currency = 'QAR', people = 3 }: { currency?: Currency; people?: number } = {},
): Promise<Canteen> {
  const policy: TillPolicy = {
    taxCodes,
    cashIncrement: currency === 'KWD' ? 5 : 25,
    priceListVersion: 4,
    offlineAllowance: minor(2500),
    receiptHeader: named(code),
    receiptFooter: named('thanks'),
  }
  const made = await makeSchool(box, code, { currency, tillPolicy: policy, cutoverMinute: 240 })
  const cashier = await makeUser(box, made, 'sara', ['operator'])
  const supervisor = await makeUser(box, made, 'huda', ['supervisor'])
  const canteen: Canteen = {
    box,
    school: { ...made, name: named(code), currency, timeZone: 'Asia/Qatar', cutoverMinute: 240, language: 'en' },
    cashier,
    supervisor,
    items: [700, 1235, 333].map((price, n) => itemOf(price, taxCodes[n % 2]?.code ?? 'IN', n + 1)),
    customers: Array.from({ length: people }, () => CustomerId.parse(newId())),
    policy,
  }
  await box.db.database.tenant(made.schoolId, (tx) => furnish(tx, canteen))
  return canteen
}

const itemOf = (price: number, taxCode: string, sort: number): Omit<CatalogueItem, 'version'> => ({
  id: ItemId.parse(newId()),
  categoryId: newId(),
  name: named(`item ${price}`),
  price: minor(price),
  taxCode,
  barcode: null,
  modifierGroupIds: [],
  allergens: ['milk'],
  diet: [],
  kcal: null,
  sort,
  active: true,
})

async function furnish(tx: Tx, { school: { schoolId }, ...canteen }: Canteen) {
  const first = { schoolId, version: 1 }
  await tx
    .insert(schoolVersions)
    .values(first)
    .onConflictDoUpdate({ target: schoolVersions.schoolId, set: { version: first.version } })
  const goods = canteen.items.map((item) => ({ ...first, ...item }))
  await tx
    .insert(categories)
    .values(goods.map((g) => ({ ...first, id: g.categoryId, name: g.name, sort: 1, active: true })))
  await tx.insert(items).values(goods)
  const people = canteen.customers.map((id, n) => ({ ...first, id, admissionNo: `A${n}`, name: named(`pupil ${n}`) }))
  const rules = { className: '5B', allergens: [], diet: [], dailyLimit: null, overdraft: minor(0), active: true }
  await tx.insert(customers).values(people.map((p) => ({ ...p, ...rules })))
  const amount = minor(100_000)
  const entries = people.map((p) => ({ schoolId, id: newId(), customerId: p.id, kind: 'topup' as const, amount }))
  await tx
    .insert(accountEntries)
    .values(entries.map((e) => ({ ...e, sourceId: e.id, businessDay: '2030-01-01', effectiveAt: at, recordedAt: at })))
  await tx
    .insert(accountBalances)
    .values(people.map((p) => ({ ...first, customerId: p.id, balance: amount, spentOn: null, spent: minor(0) })))
}

/** A paired device with the context that its signed calls have. */
export interface PairedDevice {
  canteen: Canteen
  tablet: TestDevice
  ctx: DeviceCtx
  siteCode: string
  tillCode: string
}

let tills = 0

export async function pairDevice(canteen: Canteen): Promise<PairedDevice> {
  const { box, school } = canteen
  const of: TestSchool = school
  tills += 1
  const tillCode = `T${tills}`
  const till = await makeTill(box, of, tillCode)
  const tablet = await makeDevice(box, of, till)
  const ctx: DeviceCtx = {
    deps: box.deps,
    requestId: 'test',
    schoolsBase: () => 'http://localhost',
    address: '192.0.2.1',
    userAgent: '',
    rawBody: new Uint8Array(0),
    school,
    origin: 'http://localhost',
    signedBy: async () => ctx.device,
    tenant: (work) => box.db.database.tenant(school.schoolId, work),
    device: { kind: 'device', deviceId: tablet.deviceId, tillId: till.tillId, epoch: 1 },
  }
  return { canteen, tablet, ctx, siteCode: `S${tillCode}`, tillCode }
}

/** Hands a batch to the server as the authenticated device; `handlers` may be made to fail, `known` to be an older server's. */
export const hand = (
  device: PairedDevice,
  batch: Batch,
  handlers: CommandHandlers = commandHandlers,
  known: CommandVersions = commandVersions,
): Promise<PushReply> => ingestBatch(device.ctx, handlers, batch, known)
