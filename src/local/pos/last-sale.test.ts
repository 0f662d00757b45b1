import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { actor, openRig, saleOf } from '#tests/support/pos/till-kit.ts'
import { lastSale } from './last-sale.ts'
import type { Till } from './till.types.ts'

const shown = ({ shift }: Till) => shift && lastSale(shift)

it('is named after a crash between the write and the screen', async () => {
  const rig = await openRig()
  const { till, device, tab } = await rig.openTab()
  await till.openShift({ floatAmount: minor(0) }, actor)
  expect(shown(till)).toBeUndefined()
  await till.completeSale(saleOf(till), actor)
  const input = saleOf(till, { qty: 3 })
  const { append } = device.store
  device.store.append = async (...args) => {
    const op = await append(...args)
    tab.crash()
    // The write is whole, and nobody is there to hear of it.
    return new Promise<typeof op>(() => undefined)
  }
  void till.completeSale(input, actor)
  const stream = `till/${rig.identity.deviceId}`
  await expect.poll(async () => (await device.store.ofStream(stream, 0)).length).toBe(3)
  const { till: again } = await rig.openTab()
  expect(shown(again)).toMatchObject({ sale: { id: input.saleId, receiptSeq: 2 }, isVoid: false })
  await again.voidSale({ saleId: input.saleId, reason: 'twice' }, actor)
  expect(shown(again)).toMatchObject({ sale: { id: input.saleId }, isVoid: true })
})
