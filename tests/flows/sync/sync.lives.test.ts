import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceAlerts } from '#server/features/sync/devices/device.table.ts'
import { syncOps } from '#server/features/sync/ingest/sync.table.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('the lives of a device on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let till: TillOps

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
  })
  beforeEach(async () => {
    till = new TillOps(await pairDevice(canteen))
  })
  afterAll(() => box.close())

  const alerts = () =>
    box.db.owner.select().from(deviceAlerts).where(eq(deviceAlerts.deviceId, till.device.tablet.deviceId))

  it('tells staff once what a former life held and never sent', async () => {
    const tails = { [till.stream]: { nextSeq: 8, pending: 6, oldestAt: '2030-03-03T06:00:00.000Z', pendingMinor: 900 } }
    await hand(till.device, till.batch([till.openShift()], { tails }))
    const reborn = new TillOps(till.device)
    await hand(till.device, reborn.batch([reborn.openShift()]))
    await hand(till.device, reborn.batch([reborn.sale()]))
    expect(await alerts()).toMatchObject([{ kind: 'lost-operations', count: 6 }])
  })

  it('counts in a third life only what the second one lost', async () => {
    const lost = (life: TillOps, nextSeq: number) => ({
      [life.stream]: { nextSeq, pending: nextSeq - 2, oldestAt: '2030-03-03T06:00:00.000Z', pendingMinor: 900 },
    })
    await hand(till.device, till.batch([till.openShift()], { tails: lost(till, 8) }))
    box.clock.advance(1000)
    const second = new TillOps(till.device)
    await hand(till.device, second.batch([second.openShift()], { tails: lost(second, 4) }))
    box.clock.advance(1000)
    const third = new TillOps(till.device)
    await hand(till.device, third.batch([third.openShift()]))
    box.clock.advance(1000)
    const fourth = new TillOps(till.device)
    await hand(till.device, fourth.batch([fourth.openShift()]))
    expect((await alerts()).map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([2, 6])
  })

  it('is silent when the former life had sent everything', async () => {
    const tails = { [till.stream]: { nextSeq: 2, pending: 0, oldestAt: null, pendingMinor: 0 } }
    await hand(till.device, till.batch([till.openShift()], { tails }))
    const reborn = new TillOps(till.device)
    await hand(till.device, reborn.batch([reborn.openShift()]))
    expect(await alerts()).toEqual([])
  })

  it('asks a build that speaks another protocol to be updated, and stores nothing of it', async () => {
    const batch = till.batch([till.openShift()], { protocol: 2 })
    await expect(hand(till.device, batch)).rejects.toMatchObject({ messageId: 'sync.upgrade-needed' })
    const stored = box.db.owner.$count(syncOps, eq(syncOps.deviceId, till.device.tablet.deviceId))
    expect(await stored).toBe(0)
  })
})
