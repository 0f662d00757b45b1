import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { balanceOf, customerOf } from '#tests/support/snapshot-kit.ts'
import { breathe } from '#tests/support/test-time.ts'
import { actor, openRig, saleOf } from '#tests/support/till-kit.ts'

const pupil = customerOf(1).id
const float = { floatAmount: minor(10_000) }

async function openShift() {
  const rig = await openRig()
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
})
