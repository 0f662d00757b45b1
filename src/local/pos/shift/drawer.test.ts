import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { actor, openRig, saleOf, supervisor } from '#tests/support/pos/till-kit.ts'

async function openTill() {
  const rig = await openRig()
  const { till, device } = await rig.openTab()
  const kinds = async () => (await device.store.ofStream(`till/${rig.identity.deviceId}`, 0)).map(({ kind }) => kind)
  return { rig, till, kinds }
}

describe('openings of the drawer', () => {
  it('POS-67: are saved before anything can be sent to the drawer, and counted by cause in the X', async () => {
    const { till, kinds } = await openTill()
    await till.openShift({ floatAmount: minor(10_000) }, actor)
    const sale = await till.completeSale(saleOf(till), actor)
    const event = await till.recordDrawer({ cause: 'sale', ref: sale.id }, actor)
    expect(event).toMatchObject({ cause: 'sale', ref: sale.id, shiftId: till.shift?.open.id, by: actor.userId })
    expect((await kinds()).at(-1)).toBe('pos.drawer')
    await till.recordDrawer({ cause: 'no-sale' }, actor)
    await till.recordDrawer({ cause: 'no-sale' }, actor)
    expect(till.report().drawer).toEqual([
      { cause: 'no-sale', count: 2 },
      { cause: 'sale', count: 1 },
    ])
  })

  it('POS-68: count with the cause print where a printer’s driver opens the drawer with its paper', async () => {
    const { till } = await openTill()
    await till.openShift({ floatAmount: minor(0) }, actor)
    await till.recordDrawer({ cause: 'print' }, actor)
    expect(till.report().drawer).toEqual([{ cause: 'print', count: 1 }])
  })

  it('belong to no shift where none is open, and to no later one', async () => {
    const { till, kinds } = await openTill()
    expect(await till.recordDrawer({ cause: 'test' }, supervisor)).toMatchObject({ shiftId: null })
    await till.openShift({ floatAmount: minor(0) }, actor)
    expect(await kinds()).toEqual(['pos.drawer', 'pos.openShift'])
    expect(till.report()).not.toHaveProperty('drawer')
  })
})
