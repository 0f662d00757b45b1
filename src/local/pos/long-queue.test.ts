import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { breathe } from '#tests/support/devices/test-time.ts'
import { actor, openRig, saleOf } from '#tests/support/pos/till-kit.ts'

it('reads one operation for one sale, in every window, however many are unsent', async () => {
  const rig = await openRig()
  const [here, there] = [await rig.openTab(), await rig.openTab()]
  await here.till.openShift({ floatAmount: minor(10_000) }, actor)
  for (let i = 0; i < 5; i += 1) await here.till.completeSale(saleOf(here.till), actor)
  await breathe(80)
  const read = [here, there].map(({ device }) => vi.spyOn(device.store, 'ofStream'))
  await here.till.completeSale(saleOf(here.till), actor)
  await breathe(80)
  const rows = await Promise.all(
    read.map(async ({ mock }) => (await Promise.all(mock.results.map((r) => r.value))).flat().length),
  )
  expect(rows).toEqual([1, 1])
  expect([here, there].map(({ till }) => till.shift?.sales.length)).toEqual([6, 6])
})
