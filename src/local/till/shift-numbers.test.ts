import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { breathe } from '#tests/support/test-time.ts'
import { actor, openRig, saleOf } from '#tests/support/till-kit.ts'

const float = { floatAmount: minor(10_000) }

async function openShift() {
  const rig = await openRig()
  const { till } = await rig.openTab()
  await till.openShift(float, actor)
  return { rig, till }
}

it('puts every sale into the Z, also one that the other window saved a moment before', async () => {
  const { till, rig } = await openShift()
  const second = await rig.openTab()
  const first = await till.completeSale(saleOf(till), actor)
  await breathe(40)
  const other = await second.till.completeSale(saleOf(second.till), actor)
  const close = await till.closeShift({ countedCash: minor(11_000) }, actor)
  expect(close.report).toMatchObject({ salesCount: 2, firstReceipt: first.receiptNo, lastReceipt: other.receiptNo })
})

it('numbers anew after it was paired anew, from the next shift on', async () => {
  const { till, rig } = await openShift()
  await till.completeSale(saleOf(till), actor)
  const { tillId } = rig.identity.till
  rig.identity.epoch = 2
  const again = await rig.openTab()
  // What the open shift is filed under stays, although it may not have been sent yet.
  expect(again.till.shift?.open).toMatchObject({ tillId, epoch: 1, no: 1 })
  expect((await again.till.completeSale(saleOf(again.till), actor)).receiptNo).toBe('S-T-1-000002')
  await again.till.closeShift({ countedCash: minor(11_000) }, actor)
  expect(await again.till.openShift(float, actor)).toMatchObject({ tillId, epoch: 2, no: 1 })
  expect((await again.till.completeSale(saleOf(again.till), actor)).receiptNo).toBe('S-T-2-000001')
})
