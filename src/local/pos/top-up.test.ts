import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { maxTopUp } from '#shared/pos/top-ups/top-up.rules.ts'
import { balanceOf, customerOf, settings } from '#tests/support/devices/snapshot-kit.ts'
import { actor, openRig, saleOf } from '#tests/support/pos/till-kit.ts'

const pupil = customerOf(1).id

async function openShift(inContact?: () => boolean) {
  const rig = await openRig()
  const tab = await rig.openTab(inContact)
  await tab.till.openShift({ floatAmount: minor(10_000) }, actor)
  const inputOf = (amount: number) => ({ id: tab.till.newId(), customerId: pupil, amount: minor(amount) })
  const opsOf = () => tab.device.store.ofStream(`till/${rig.identity.deviceId}`, 0)
  return { rig, ...tab, inputOf, opsOf }
}

describe('POS-81: cash for an account, taken without a network', () => {
  it('has a number of the series, is in the drawer and in the X report', async () => {
    const { till, inputOf, opsOf } = await openShift(() => false)
    await till.completeSale(saleOf(till), actor)
    const taken = await till.topUp(inputOf(5000), actor)
    expect(taken).toMatchObject({ receiptNo: 'S-T-1-000002', customerId: pupil, amount: 5000, by: actor.userId })
    expect((await till.completeSale(saleOf(till), actor)).receiptNo).toBe('S-T-1-000003')
    expect(till.report()).toMatchObject({ topUps: { count: 1, amount: 5000 }, expectedCash: 16_000, total: 1000 })
    const ops = await opsOf()
    expect(ops.map((op) => [op.kind, op.amountMinor, op.label]).at(2)).toEqual(['pos.topUp', 5000, 'S-T-1-000002'])
  })

  it('is bounded by what the school has set, on the bound itself taken, a unit beyond refused', async () => {
    const { rig, till, inputOf, opsOf } = await openShift(() => false)
    const topUps = { least: 1000, most: 5000, balance: till.account(pupil).balance + 7000 }
    await rig.putPage({ settings: { ...settings, spending: { pack: null, rules: [], topUps } } })
    const tab = await rig.openTab(() => false)
    const taken = (amount: number) =>
      tab.till.topUp(inputOf(amount), actor).then(
        () => 'taken',
        ({ messageId }) => messageId,
      )
    expect([await taken(999), await taken(5001)]).toEqual(['account.top-up-small', 'account.top-up-large'])
    expect([await taken(5000), await taken(2001), await taken(2000)]).toEqual(['taken', 'account.top-up-full', 'taken'])
    expect((await opsOf()).filter(({ kind }) => kind === 'pos.topUp')).toHaveLength(2)
  })

  it('may be spent here at once, beyond what one till may otherwise spend without contact', async () => {
    const { till, inputOf } = await openShift(() => false)
    const before = till.account(pupil)
    await till.topUp(inputOf(5000), actor)
    expect(till.account(pupil)).toMatchObject({
      balance: before.balance + 5000,
      spendable: before.spendable + 5000,
      pending: 5000,
      spentToday: 0,
    })
  })

  it('counts once when the snapshot has it', async () => {
    const { rig, till, device, inputOf } = await openShift()
    await till.topUp(inputOf(5000), actor)
    const seq = (await device.store.ofStream(`till/${rig.identity.deviceId}`, 0)).at(-1)?.seq ?? 0
    await rig.putPage({
      serverVersion: 9,
      received: { [`till/${rig.identity.deviceId}`]: seq },
      balances: [balanceOf(1, 15_000)],
      customers: [customerOf(1)],
    })
    const again = await rig.openTab()
    expect(again.till.account(pupil).balance).toBe(15_000)
  })

  it('is saved once for a double tap', async () => {
    const { till, inputOf, opsOf } = await openShift()
    const input = inputOf(5000)
    const [a, b] = await Promise.all([till.topUp(input, actor), till.topUp(input, actor)])
    expect([b, await till.topUp(input, actor)]).toEqual([a, a])
    expect((await opsOf()).filter(({ kind }) => kind === 'pos.topUp')).toHaveLength(1)
    expect(till.account(pupil).balance).toBe(15_000)
  })

  it.each([
    [0, 'request.invalid'],
    [-1, 'request.invalid'],
    [maxTopUp + 1, 'request.invalid'],
  ])('is refused for %i minor units, before anything is saved', async (amount, messageId) => {
    const { till, inputOf, opsOf } = await openShift()
    await expect(till.topUp(inputOf(amount), actor)).rejects.toMatchObject({ messageId })
    expect(await opsOf()).toHaveLength(1)
  })

  it('is taken by nobody without the permission, and for nobody whom the till does not know', async () => {
    const { till, inputOf } = await openShift()
    await expect(till.topUp(inputOf(500), { ...actor, roles: ['finance'] })).rejects.toMatchObject({
      messageId: 'access.denied',
    })
    await expect(till.topUp({ ...inputOf(500), customerId: customerOf(7).id }, actor)).rejects.toMatchObject({
      messageId: 'request.not-found',
    })
  })
})

describe('a cash top-up that is voided', () => {
  const wrong = 'wrong pupil'

  it('is out of the drawer, the report and the account, and keeps its number', async () => {
    const { till, inputOf, opsOf } = await openShift()
    const before = till.account(pupil)
    const taken = await till.topUp(inputOf(900), actor)
    const voided = await till.voidSale({ saleId: taken.id as SaleId, reason: wrong }, actor)
    expect(voided).toMatchObject({ saleId: taken.id, reason: wrong, afterMs: 0 })
    expect(till.account(pupil)).toEqual(before)
    expect(till.report()).toMatchObject({ expectedCash: 10_000, voidsCount: 0, lastReceipt: 'S-T-1-000001' })
    expect(till.report()).not.toHaveProperty('topUps')
    expect(await till.voidSale({ saleId: taken.id as SaleId, reason: 'again' }, actor)).toEqual(voided)
    expect((await opsOf()).map(({ kind, amountMinor }) => [kind, amountMinor]).slice(1)).toEqual([
      ['pos.topUp', 900],
      ['pos.voidSale', -900],
    ])
    expect((await till.topUp(inputOf(700), actor)).receiptNo).toBe('S-T-1-000002')
    expect(till.account(pupil).balance).toBe(before.balance + 700)
  })

  it('takes the money back below zero, as the cash is handed out', async () => {
    const { till, inputOf } = await openShift()
    const taken = await till.topUp(inputOf(900), actor)
    await till.completeSale(saleOf(till, { qty: 21, by: 'account' }), actor)
    await till.voidSale({ saleId: taken.id as SaleId, reason: wrong }, actor)
    expect(till.account(pupil).balance).toBe(-500)
  })

  it('needs another person once it is older than three minutes', async () => {
    const { rig, till, inputOf } = await openShift()
    const taken = await till.topUp(inputOf(900), actor)
    await rig.world.time.advance(181_000)
    await expect(till.voidSale({ saleId: taken.id as SaleId, reason: wrong }, actor)).rejects.toMatchObject({
      messageId: 'pos.approval-needed',
    })
  })
})
