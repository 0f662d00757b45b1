import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import type { SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { balanceOf, customerOf } from '#tests/support/devices/snapshot-kit.ts'
import { breathe } from '#tests/support/devices/test-time.ts'
import { actor, openRig, saleOf } from '#tests/support/pos/till-kit.ts'

const pupil = customerOf(1).id
const float = { floatAmount: minor(10_000) }

async function openShift(page?: Partial<SnapshotPage>) {
  const rig = await openRig(page)
  const tab = await rig.openTab()
  await tab.till.openShift(float, actor)
  const opsOf = () => tab.device.store.ofStream(`till/${rig.identity.deviceId}`, 0)
  return { rig, ...tab, opsOf }
}

describe('what an account shows', () => {
  it('does not flicker: an acknowledged sale stays laid over the snapshot until the snapshot has it', async () => {
    const { till, device, rig, tab, opsOf } = await openShift()
    await till.completeSale(saleOf(till, { qty: 4, by: 'account' }), actor)
    const seen = new Set([till.account(pupil).balance])
    till.subscribe(() => seen.add(till.account(pupil).balance))
    const lease = await device.store.takeLease()
    await device.store.settle(
      lease,
      (await opsOf()).map((op) => ({ opId: op.opId, change: { state: 'acked', serverVersion: 5, ackedAtMs: 1 } })),
    )
    tab.surroundings.channel.post({ type: 'ops-settled' })
    await breathe(40)
    await rig.putPage({ serverVersion: 4 })
    tab.surroundings.channel.post({ type: 'snapshot' })
    await breathe(40)
    await rig.putPage({ serverVersion: 5, balances: [balanceOf(1, 8000)] })
    tab.surroundings.channel.post({ type: 'snapshot' })
    await breathe(40)
    expect([...seen]).toEqual([8000])
    expect(till.account(pupil).pending).toBe(0)
  })

  it('does not count a sale twice when the snapshot comes without word of the acknowledgement', async () => {
    const { till, device, rig, tab, opsOf } = await openShift()
    await till.completeSale(saleOf(till, { qty: 4, by: 'account' }), actor)
    const lease = await device.store.takeLease()
    await device.store.settle(
      lease,
      (await opsOf()).map((op) => ({ opId: op.opId, change: { state: 'acked', serverVersion: 5, ackedAtMs: 1 } })),
    )
    await rig.putPage({ serverVersion: 5, balances: [balanceOf(1, 8000)] })
    tab.surroundings.channel.post({ type: 'snapshot' })
    await breathe(60)
    expect(till.account(pupil).balance).toBe(8000)
  })

  it('is nothing for a customer that the snapshot does not know', async () => {
    const { till } = await openShift()
    expect(till.account(customerOf(9).id)).toMatchObject({ balance: 0, spendable: 0 })
  })

  it('is the same for every payer: a pupil with money, and one whose lunch the school pays', async () => {
    const entitlements = [{ amount: minor(4000), weekdays: [0, 1, 2, 3, 4, 5, 6], from: '2020-01-01', until: null }]
    const { rig, till, opsOf, tab } = await openShift({
      balances: [balanceOf(1, 4000), balanceOf(2, 0, { covered: minor(0), entitlements })],
    })
    const views = () => [1, 2].map((n) => till.account(customerOf(n).id))
    const expectSame = () => {
      const [paying, free] = views()
      expect(free).toEqual(paying)
      return paying
    }
    expect(expectSame()).toMatchObject({ balance: 4000, spendable: 4000 })
    for (const customer of [1, 2]) await till.completeSale(saleOf(till, { qty: 5, by: 'account', customer }), actor)
    expect(expectSame()).toMatchObject({ balance: 1500, spendable: 1500, pending: -2500 })
    for (const customer of [1, 2]) {
      const tooMuch = till.completeSale(saleOf(till, { qty: 4, by: 'account', customer }), actor)
      await expect(tooMuch).rejects.toMatchObject({ messageId: 'pos.over-limit' })
    }
    // The sale as sent does not reveal it either.
    const bodies = (await opsOf()).filter(({ kind }) => kind === 'pos.sale').map(({ body }) => JSON.stringify(body))
    const plain = bodies.map((body) => body.replaceAll(/"[0-9a-f-]{36}"|"S-T-1-\d+"|"receiptSeq":\d+/g, ''))
    expect(plain[1]).toBe(plain[0])
    const spentOn = till.shift?.open.businessDay ?? ''
    const known = { covered: minor(2500), entitlements, spentOn }
    const received = { [`till/${rig.identity.deviceId}`]: 99 }
    await rig.putPage({
      received,
      balances: [balanceOf(1, 1500, { spentOn, spent: minor(2500) }), balanceOf(2, 0, known)],
    })
    tab.surroundings.channel.post({ type: 'snapshot' })
    await breathe(40)
    expect(expectSame()).toMatchObject({ balance: 1500, spendable: 1500, pending: 0, spentToday: 2500 })
  })
})
