import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDevices } from '#server/features/sync/devices/device-health.service.ts'
import { dayMs, hourMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, type PairedDevice, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('the clocks of devices on %s', (engine) => {
  let box: Box
  let canteen: Canteen

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
  })
  afterAll(() => box.close())

  it('are off by what each device said with the last that it sent', async () => {
    const [silent, slow, set] = [await pairDevice(canteen), await pairDevice(canteen), await pairDevice(canteen)]
    const offsets = async () => {
      const { schoolId } = canteen.school
      const all = await box.db.database.tenant(schoolId, (tx) => listDevices(tx, schoolId))
      return [silent, slow, set].map((of) => all.find((d) => d.deviceId === of.tablet.deviceId)?.clockOffsetMs)
    }
    const push = (device: PairedDevice, said: readonly (number | null)[]) => {
      const till = new TillOps(device)
      const open = till.openShift()
      const sales = said.map((clockOffsetMs) => till.op('pos.sale', till.makeSale({}), { clockOffsetMs }))
      return hand(device, till.batch([open, ...sales]))
    }
    expect(await offsets()).toEqual([null, null, null])
    await push(slow, [null, 3 * dayMs])
    await push(set, [-hourMs, 40])
    expect(await offsets()).toEqual([null, 3 * dayMs, 40])
  })
})
