import 'fake-indexeddb/auto'
import { describe, expect, it, vi } from 'vitest'
import { StorageBroken, StorageFull } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { minor } from '#shared/kernel/money.ts'
import { reportHash } from '#shared/pos/cash/blind-report.rules.ts'
import { shiftReport } from '#shared/pos/shift-report.rules.ts'
import { customerOf } from '#tests/support/devices/snapshot-kit.ts'
import { breathe, testStartMs } from '#tests/support/devices/test-time.ts'
import { actor, openRig, saleIdOf, saleOf, supervisor } from '#tests/support/pos/till-kit.ts'
import { openTill } from './open-till.ts'

const pupil = customerOf(1).id
const float = { floatAmount: minor(10_000) }

async function openShift(inContact?: () => boolean) {
  const rig = await openRig()
  const tab = await rig.openTab(inContact)
  await tab.till.openShift(float, actor)
  const opsOf = () => tab.device.store.ofStream(`till/${rig.identity.deviceId}`, 0)
  return { rig, ...tab, opsOf }
}

/** Makes the next appends fail as storage does. */
function failAppends(store: OutboxStore, errors: string[]) {
  const append = store.append
  return vi.spyOn(store, 'append').mockImplementation((...args) => {
    const name = errors.shift()
    return name ? Promise.reject(new DOMException('no', name)) : append(...args)
  })
}

describe('a sale', () => {
  it('is saved with the next receipt number and everything it was sold by', async () => {
    const { till, opsOf, rig } = await openShift()
    const a = await till.completeSale(saleOf(till), actor)
    const b = await till.completeSale(saleOf(till, { qty: 3, by: 'account' }), actor)
    expect([a.receiptNo, b.receiptNo]).toEqual(['S-T-1-000001', 'S-T-1-000002'])
    expect(b.totals.total).toBe(1500)
    expect(till.shift?.sales.map((s) => s.id)).toEqual([a.id, b.id])
    const ops = await opsOf()
    expect(ops.map((op) => [op.kind, op.amountMinor, op.label])).toEqual([
      ['pos.openShift', null, null],
      ['pos.sale', 500, 'S-T-1-000001'],
      ['pos.sale', 1500, 'S-T-1-000002'],
    ])
    expect(rig.canary.life).toMatchObject({ nextSeq: 4, receiptHighWater: 2 })
  })

  it.each([
    ['QuotaExceededError', StorageFull, 2],
    ['UnknownError', StorageBroken, 4],
  ] as const)('is not saved when storage says %s, and the same cart can be paid again', async (name, kind, times) => {
    const { till, device, rig, opsOf } = await openShift()
    failAppends(
      device.store,
      Array.from({ length: times }, () => name),
    )
    const input = saleOf(till)
    const failed = till.completeSale(input, actor).then(
      () => 'saved',
      (error: unknown) => error,
    )
    await rig.world.time.advance(5000)
    expect(await failed).toBeInstanceOf(kind)
    expect(till.shift?.sales).toEqual([])
    expect((await opsOf()).map((op) => op.kind)).toEqual(['pos.openShift'])
    expect((await till.completeSale(input, actor)).receiptNo).toBe('S-T-1-000001')
  })

  it('is saved once for a double tap, at once or later, on account too', async () => {
    const { till, opsOf } = await openShift()
    const input = saleOf(till, { qty: 15, by: 'account' })
    const [a, b] = await Promise.all([till.completeSale(input, actor), till.completeSale(input, actor)])
    const c = await till.completeSale(input, actor)
    expect([b, c]).toEqual([a, a])
    expect((await opsOf()).filter((op) => op.kind === 'pos.sale')).toHaveLength(1)
    expect(till.account(pupil).balance).toBe(2500)
    expect((await till.completeSale(saleOf(till), actor)).receiptSeq).toBe(2)
  })

  it('T20: is called saved although what comes after saving fails', async () => {
    const { till, device, rig } = await openShift()
    vi.spyOn(rig.canary, 'write').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect((await till.completeSale(saleOf(till), actor)).receiptSeq).toBe(1)
    vi.spyOn(device.store, 'ofStream').mockRejectedValue(new DOMException('lost', 'UnknownError'))
    expect((await till.completeSale(saleOf(till), actor)).receiptSeq).toBe(2)
  })

  it('is refused when its tenders do not settle it, before anything is saved', async () => {
    const { till, opsOf } = await openShift()
    const input = saleOf(till)
    await expect(async () => till.completeSale({ ...input, tenders: [] }, actor)).rejects.toMatchObject({
      messageId: 'pos.tenders-do-not-settle',
    })
    expect(await opsOf()).toHaveLength(1)
  })

  it('never charges an account beyond its funds, counting what is not confirmed yet', async () => {
    const { till } = await openShift()
    await till.completeSale(saleOf(till, { qty: 12, by: 'account' }), actor)
    expect(till.account(pupil)).toMatchObject({ balance: 4000, spendable: 4000, pending: -6000, boundBy: 'funds' })
    await expect(async () => till.completeSale(saleOf(till, { qty: 9, by: 'account' }), actor)).rejects.toMatchObject({
      messageId: 'pos.over-limit',
    })
    await till.completeSale(saleOf(till, { qty: 8, by: 'account' }), actor)
    expect(till.account(pupil).spendable).toBe(0)
  })

  it('takes a discount from who may give one, and refuses it from anybody else', async () => {
    const { till } = await openShift()
    const refused = { messageId: 'pos.discount-not-allowed', field: 'discount' }
    const own = saleOf(till, { discountBy: actor.userId })
    await expect(async () => till.completeSale(own, actor)).rejects.toMatchObject(refused)
    const borrowed = saleOf(till, { discountBy: supervisor.userId })
    await expect(async () => till.completeSale(borrowed, actor)).rejects.toMatchObject(refused)
    await expect(async () => till.completeSale({ ...borrowed, discountGiver: actor }, actor)).rejects.toMatchObject(
      refused,
    )
    expect(till.shift?.sales).toEqual([])
    const sale = await till.completeSale({ ...borrowed, discountGiver: supervisor }, actor)
    expect(sale).toMatchObject({ receiptSeq: 1, cashierId: actor.userId, discount: { by: supervisor.userId } })
    await till.completeSale(saleOf(till, { discountBy: supervisor.userId }), supervisor)
  })

  it('without contact charges no more than the allowance', async () => {
    const { till } = await openShift(() => false)
    expect(till.account(pupil)).toMatchObject({ spendable: 2500, boundBy: 'offline-allowance' })
    await till.completeSale(saleOf(till, { qty: 5, by: 'account' }), actor)
    await expect(async () => till.completeSale(saleOf(till, { by: 'account' }), actor)).rejects.toMatchObject({
      messageId: 'pos.over-limit',
    })
    await till.completeSale(saleOf(till), actor)
  })
})

describe('a second tab', () => {
  it('sees what the first sold, and numbers on from there', async () => {
    const { till, rig } = await openShift()
    const second = await rig.openTab()
    let told = 0
    second.till.subscribe(() => (told += 1))
    await till.completeSale(saleOf(till, { by: 'account' }), actor)
    await breathe(40)
    expect(told).toBeGreaterThan(0)
    expect(second.till.shift?.sales).toHaveLength(1)
    expect(second.till.account(pupil).balance).toBe(9500)
    expect((await second.till.completeSale(saleOf(second.till), actor)).receiptSeq).toBe(2)
  })

  it('opened later knows the shift, its sales and what is not confirmed', async () => {
    const { till, rig } = await openShift()
    await till.completeSale(saleOf(till, { by: 'account' }), actor)
    const second = await rig.openTab()
    expect(second.till.shift).toEqual(till.shift)
    expect(second.till.account(pupil)).toEqual(till.account(pupil))
  })

  it('knows every sale, however closely they follow one another', async () => {
    const { till, rig } = await openShift()
    const second = await rig.openTab()
    const tills = [till, second.till]
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => tills[i % 2]!.completeSale(saleOf(till, { by: 'account' }), actor)),
    )
    await breathe(80)
    expect(tills.map((t) => t.account(pupil).balance)).toEqual([4000, 4000])
    expect(tills.map((t) => t.shift?.sales.length)).toEqual([12, 12])
  })
})

describe('a shift', () => {
  it('is needed for everything that moves money, and there is one at a time', async () => {
    const rig = await openRig()
    const { till } = await rig.openTab()
    const refusals = [
      () => till.completeSale(saleOf(till), actor),
      () => till.closeShift({ countedCash: minor(0) }, actor),
      () => till.voidSale({ saleId: saleIdOf(till), reason: 'x' }, actor),
      () => till.moveCash({ id: till.newId(), kind: 'drop', amount: minor(1), reason: 'x' }, actor),
      async () => till.report(),
    ]
    for (const refused of refusals) {
      await expect(async () => refused()).rejects.toMatchObject({ messageId: 'pos.shift-required' })
    }
    await till.openShift(float, actor)
    await expect(async () => till.openShift(float, actor)).rejects.toMatchObject({ messageId: 'pos.shift-open' })
  })

  it('T45: is opened once and closed once, however fast it is tapped and in how many tabs', async () => {
    const rig = await openRig()
    const [a, b] = [await rig.openTab(), await rig.openTab()]
    const opened = await Promise.allSettled([a, a, b].map(async ({ till }) => till.openShift(float, actor)))
    expect(opened.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
    await breathe(40)
    await Promise.allSettled([a, a, b].map(async ({ till }) => till.closeShift({ countedCash: minor(10_000) }, actor)))
    await breathe(40)
    const ops = await a.device.store.ofStream(`till/${rig.identity.deviceId}`, 0)
    expect(ops.map((op) => op.kind)).toEqual(['pos.openShift', 'pos.closeShift'])
    expect([a.till.shift, b.till.shift]).toEqual([null, null])
    expect((await b.till.openShift(float, actor)).no).toBe(2)
  })

  it('T21: takes no sale that another tab rings up after it was closed', async () => {
    const { till, rig, opsOf } = await openShift()
    const second = await rig.openTab()
    const input = saleOf(second.till)
    second.tab.freeze()
    await till.closeShift({ countedCash: minor(10_000) }, actor)
    expect(second.till.shift).not.toBeNull()
    await expect(async () => second.till.completeSale(input, actor)).rejects.toMatchObject({
      messageId: 'pos.shift-required',
    })
    expect((await opsOf()).map((op) => op.kind)).toEqual(['pos.openShift', 'pos.closeShift'])
  })

  it('T35: decides its business day by the server’s clock as far as known', async () => {
    const rig = await openRig()
    const { till, device } = await rig.openTab()
    device.offset.measured(0, 0, -6 * 3_600_000)
    // 09:00 in Qatar by the device; 03:00 by the server, before the cut-over at 04:00.
    expect((await till.openShift(float, actor)).businessDay).toBe('2030-03-02')
  })

  it('reports what the rules compute from its rows, at any time and at its close', async () => {
    const { till } = await openShift()
    const [a] = [
      await till.completeSale(saleOf(till), actor),
      await till.completeSale(saleOf(till, { by: 'account' }), actor),
    ]
    await till.voidSale({ saleId: a.id, reason: 'wrong pupil' }, actor)
    const drop = { id: till.newId(), kind: 'drop', amount: minor(4000), reason: 'safe' } as const
    await till.moveCash({ ...drop, witness: supervisor.userId }, actor)
    const shift = till.shift!
    const x = till.report()
    expect(x).toEqual(shiftReport({ ...shift, countedCash: null }))
    expect(x).toMatchObject({ salesCount: 1, voidsCount: 1, expectedCash: 6000, total: 500 })
    const close = await till.closeShift({ countedCash: minor(5900), differenceReason: 'lost coin' }, actor)
    const counted = { countedCash: 5900, difference: -100, close: { counts: [{ amount: 5900 }] } }
    expect(till.closedReport()).toEqual({ ...x, ...counted })
    expect(close.reportHash).toBe(reportHash({ ...x, ...counted } as typeof x))
    // POS-98: nothing of what the drawer should have held is stored.
    expect(JSON.stringify(close)).not.toContain('6000')
    expect([till.shift, till.openShiftSeq()]).toEqual([null, null])
    expect(till.lastClosed?.close).toEqual(close)
  })

  it('keeps its number from which nothing is pruned', async () => {
    const { till } = await openShift()
    expect(till.openShiftSeq()).toBe(1)
    await till.closeShift({ countedCash: minor(0) }, actor)
    await till.openShift(float, actor)
    expect(till.openShiftSeq()).toBe(3)
  })

  it('is safe from pruning also while no till is open to say so', async () => {
    const { till, device, rig } = await openShift()
    await till.completeSale(saleOf(till), actor)
    const stream = `till/${rig.identity.deviceId}`
    const lease = await device.store.takeLease()
    const ops = await device.store.ofStream(stream, 0)
    await device.store.settle(
      lease,
      ops.map((op) => ({ opId: op.opId, change: { state: 'acked', ackedAtMs: 1 } })),
    )
    expect(await device.store.prune(testStartMs, { [stream]: Number.MAX_SAFE_INTEGER })).toBe(0)
    await till.closeShift({ countedCash: minor(0) }, actor)
    expect(await device.store.prune(testStartMs, { [stream]: Number.MAX_SAFE_INTEGER })).toBe(2)
  })

  it('voids a sale once, and only one of its own', async () => {
    const { till, opsOf } = await openShift()
    const sale = await till.completeSale(saleOf(till, { by: 'account' }), actor)
    const [a, b] = await Promise.all([1, 2].map(() => till.voidSale({ saleId: sale.id, reason: 'twice' }, actor)))
    expect(b).toEqual(a)
    expect(till.account(pupil).balance).toBe(10_000)
    expect((await opsOf()).filter((op) => op.kind === 'pos.voidSale')).toHaveLength(1)
    await expect(async () => till.voidSale({ saleId: saleIdOf(till), reason: 'x' }, actor)).rejects.toMatchObject({
      messageId: 'request.not-found',
    })
  })
})

it('does not open before a whole snapshot is there', async () => {
  const rig = await openRig()
  const { device, tab } = await rig.openTab()
  await device.snapshot.state.update('state', { complete: false })
  const parts = { appender: device.appender, snapshot: device.snapshot, identity: rig.identity }
  expect(
    await openTill({ ...parts, surroundings: tab.surroundings, canary: rig.canary, inContact: () => true }),
  ).toBeUndefined()
})
