import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { breathe } from '#tests/support/devices/test-time.ts'
import { actor, openRig, saleOf } from '#tests/support/pos/till-kit.ts'

const float = { floatAmount: minor(10_000) }

afterEach(() => vi.restoreAllMocks())

async function openShift() {
  const rig = await openRig()
  const { till, device } = await rig.openTab()
  await till.openShift(float, actor)
  return { rig, till, device }
}

it('T21: puts every sale into the Z, also one that the other window saved a moment before', async () => {
  const { till, rig } = await openShift()
  const second = await rig.openTab()
  const first = await till.completeSale(saleOf(till), actor)
  await breathe(40)
  const other = await second.till.completeSale(saleOf(second.till), actor)
  await till.closeShift({ countedCash: minor(11_000) }, actor)
  expect(till.closedReport()).toMatchObject({
    salesCount: 2,
    firstReceipt: first.receiptNo,
    lastReceipt: other.receiptNo,
  })
})

it('numbers again after it was paired again, from the next shift on', async () => {
  const { till, rig } = await openShift()
  await till.completeSale(saleOf(till), actor)
  const { tillId } = rig.identity.till
  rig.identity.epoch = 2
  const again = await rig.openTab()
  // The open shift keeps the till it is filed under, although it may not have been sent yet.
  expect(again.till.shift?.open).toMatchObject({ tillId, epoch: 1, no: 1 })
  expect((await again.till.completeSale(saleOf(again.till), actor)).receiptNo).toBe('S-T-1-000002')
  await again.till.closeShift({ countedCash: minor(11_000) }, actor)
  expect(await again.till.openShift(float, actor)).toMatchObject({ tillId, epoch: 2, no: 1 })
  expect((await again.till.completeSale(saleOf(again.till), actor)).receiptNo).toBe('S-T-2-000001')
})

it('hears of a closing, and of the next opening, whose window died before it could say so', async () => {
  const { till, rig } = await openShift()
  const dying = async (work: (page: Awaited<ReturnType<typeof rig.openTab>>) => Promise<unknown>) => {
    const page = await rig.openTab()
    page.tab.surroundings.channel.post = () => undefined
    await work(page)
    page.tab.crash()
    page.device.close()
  }
  await dying((page) => page.till.closeShift({ countedCash: minor(10_000) }, actor))
  let told = 0
  till.subscribe(() => (told += 1))
  await expect(till.completeSale(saleOf(till), actor)).rejects.toMatchObject({ messageId: 'pos.shift-required' })
  expect([till.shift, told]).toEqual([null, 1])
  await dying((page) => page.till.openShift(float, actor))
  await expect(till.openShift(float, actor)).rejects.toMatchObject({ messageId: 'pos.shift-open' })
  expect((await till.completeSale(saleOf(till), actor)).receiptSeq).toBe(1)
})

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It is finished, or committing.
  }
}

it('T12: gives each receipt number to one sale alone, wherever windows die in the middle of others', async () => {
  const { till, rig } = await openShift()
  const store = (await rig.openTab()).device.store
  const sold = async () => (await store.ofStream(`till/${rig.identity.deviceId}`, 2)).map((op) => op.body as Sale)
  const survived = new Set<boolean>()
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
  for (let turns = 0; turns < 16; turns += 1) {
    const page = await rig.openTab()
    const input = saleOf(page.till)
    // A promise of a dead window never settles.
    void page.till.completeSale(input, actor).catch(() => undefined)
    await breathe(turns)
    page.tab.crash()
    // An uncommitted transaction dies with the process.
    for (const { value } of begin.mock.results) abort(value as IDBTransaction)
    page.device.close()
    await breathe()
    begin.mockClear()
    survived.add((await sold()).some(({ id }) => id === input.saleId))
    // The remaining window sells to the next person, and then the abandoned cart is paid once more.
    await till.completeSale(saleOf(till), actor)
    await till.completeSale(input, actor)
  }
  expect(survived).toEqual(new Set([false, true]))
  expect((await sold()).map(({ receiptSeq }) => receiptSeq)).toEqual(Array.from({ length: 32 }, (_, i) => i + 1))
})

it('T13: has no gap in its numbers after a hundred sales whose write was thrown back', async () => {
  const { till, rig } = await openShift()
  const second = await rig.openTab()
  const begin = IDBDatabase.prototype.transaction
  let thrownBack = 0
  let writes = 0
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const transaction = begin.apply(this, args)
    const isFirstTry = args[1] === 'readwrite' && (writes += 1) % 2 === 1
    if (isFirstTry) {
      transaction.commit = () => {
        thrownBack += 1
        transaction.abort()
      }
    }
    return transaction
  })
  for (let n = 0; n < 100; n += 1) {
    const input = saleOf(till)
    const both = Promise.all([till, second.till].map((each) => each.completeSale(input, actor)))
    await rig.world.time.advance(1000)
    const [a, b] = await both
    expect([a?.receiptSeq, b?.receiptSeq]).toEqual([n + 1, n + 1])
  }
  expect(thrownBack).toBeGreaterThanOrEqual(100)
})
