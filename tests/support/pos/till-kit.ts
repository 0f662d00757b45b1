import 'fake-indexeddb/auto'
import { type DeviceIdentity, keepIdentity } from '#local/device/identity.ts'
import { type Device, openDevice } from '#local/device/open-device.ts'
import { openTill } from '#local/pos/open-till.ts'
import type { Actor, SaleInput } from '#local/pos/till-inputs.types.ts'
import type { Till } from '#local/pos/till.types.ts'
import { SaleId, UserId } from '#shared/kernel/fields.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Tender } from '#shared/pos/sale.contract.ts'
import type { SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { cashTender } from '#shared/pos/tender.rules.ts'
import { type MemoryCanary, memoryCanary } from '#tests/support/checks/memory-canary.ts'
import { makeIdentity } from '#tests/support/devices/device-kit.ts'
import { balanceOf, categoryOf, customerOf, itemOf, pageOf } from '#tests/support/devices/snapshot-kit.ts'
import { openTestWorld, type TestDeviceWorld, type TestTab } from '#tests/support/devices/test-surroundings.ts'

export const actor: Actor = { userId: UserId.parse('0190a5a5-0000-7000-8000-00000000a001'), roles: ['operator'] }
export const supervisor: Actor = {
  userId: UserId.parse('0190a5a5-0000-7000-8000-00000000a002'),
  roles: ['supervisor'],
}

export interface OpenTab {
  tab: TestTab
  device: Device
  till: Till
}

/** A paired till with a snapshot in its database, and no network at all. */
export interface TillRig {
  world: TestDeviceWorld
  canary: MemoryCanary
  identity: DeviceIdentity
  openTab(inContact?: () => boolean): Promise<OpenTab>
  /** Puts a page into the snapshot as the pull does, without telling anybody. */
  putPage(more: Partial<SnapshotPage>): Promise<void>
}

let rigs = 0

export async function openRig(page: Partial<SnapshotPage> = {}): Promise<TillRig> {
  rigs += 1
  const schoolCode = `rig${rigs}`
  const world = openTestWorld(rigs)
  const canary = memoryCanary()
  const identity = await makeIdentity()
  const open = (tab: TestTab) =>
    openDevice({ schoolCode, surroundings: tab.surroundings, canary, appVersion: '1', maySteal: () => true })
  const first = await open(world.openTab())
  await keepIdentity(first.store, identity)
  const rig: TillRig = {
    world,
    canary,
    identity,
    openTab: async (inContact = () => true) => {
      const tab = world.openTab()
      const device = await open(tab)
      const till = await openTill({
        appender: device.appender,
        snapshot: device.snapshot,
        identity,
        surroundings: tab.surroundings,
        canary,
        inContact,
      })
      if (!till) throw new Error('no whole snapshot')
      return { tab, device, till }
    },
    putPage: async (more) => {
      const { categories, items, customers, balances, settings, serverVersion, received, serverTime } = pageOf(more)
      const db = first.snapshot
      await db.categories.bulkPut(categories)
      await db.items.bulkPut(items)
      await db.customers.bulkPut(customers)
      await db.balances.bulkPut(balances)
      await db.state.put({
        key: 'state',
        settings,
        cursors: {},
        serverVersion,
        received,
        takenAt: serverTime,
        complete: true,
      })
    },
  }
  await rig.putPage({
    categories: [categoryOf(1)],
    items: [itemOf(1), itemOf(2)],
    customers: [customerOf(1), customerOf(2)],
    balances: [balanceOf(1, 10_000), balanceOf(2, 10_000)],
    ...page,
  })
  return rig
}

export const saleIdOf = (till: Till): SaleId => SaleId.parse(till.newId())

export interface SaleOptions {
  qty?: number
  by?: 'cash' | 'account'
  customer?: number
  customerId?: CustomerId
  saleId?: SaleId
  /** Takes one minor unit off. */
  discountBy?: UserId
}

/** One item, `qty` times, paid in one way: by default with the exact cash. */
export function saleOf(till: Till, options: SaleOptions = {}): SaleInput {
  const { qty = 1, by = 'cash', customer = 1, saleId = saleIdOf(till) } = options
  const item = till.catalogue.items[0]
  if (!item) throw new Error('nothing to sell')
  const given = { id: till.newId(), kind: 'amount' as const, value: 1, reason: 'staff' }
  const discount = options.discountBy ? { ...given, by: options.discountBy } : null
  const cart = { lines: [{ id: till.newId(), item, qtyMilli: qty * 1000, modifiers: [] }], discount }
  const { total } = till.priceCart(cart).totals
  const customerId = options.customerId ?? customerOf(customer).id
  const cash = cashTender(till.newId(), total, Math.ceil(total / 25) * 25, 25)
  const account: Tender = { kind: 'account', id: till.newId(), amount: minor(total), customerId }
  const tender = by === 'cash' ? cash : account
  if (!tender) throw new Error('no such tender')
  return {
    saleId,
    cart,
    customerId: by === 'account' ? customerId : null,
    customerProof: by === 'account' ? 'card' : 'none',
    tenders: [tender],
  }
}
