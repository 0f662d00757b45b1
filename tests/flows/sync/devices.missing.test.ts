import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceAlerts } from '#server/features/sync/devices/device.table.ts'
import { listDevices } from '#server/features/sync/devices/device-health.service.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Hole, Operation } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('what the server has not received on %s', (engine) => {
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

  const push = (ops: readonly Operation[], more: Parameters<TillOps['batch']>[1] = {}) =>
    hand(till.device, till.batch(ops, more))
  const health = async () => {
    const { schoolId } = canteen.school
    const all = await box.db.database.tenant(schoolId, (tx) => listDevices(tx, schoolId))
    return all.find(({ deviceId }) => deviceId === till.device.tablet.deviceId)
  }
  const named = async () => (await health())?.alerts.map(({ kind, count, missing }) => ({ kind, count, missing }))
  const holeOf = (ops: readonly Operation[], reason: Hole['reason']): Hole => {
    const [first, last] = [ops[0], ops.at(-1)]
    if (!first || !last) throw new Error('an empty hole')
    return { stream: till.stream, from: first.seq, to: last.seq, lastHash: last.hash, reason, opIds: [] }
  }
  const numbers = (from: number, to: number) => ({ stream: till.stream, from, to })

  it.each(['lost', 'withheld'] as const)(
    'stays named behind a hole of what is %s, until it arrives',
    async (reason) => {
      const open = till.openShift()
      const held = [till.sale(), till.sale(), till.sale()]
      await push([open])
      await push([till.sale()], { holes: [holeOf(held, reason)] })
      const kind = `${reason}-operations`
      expect(await named()).toEqual([{ kind, count: 3, missing: [numbers(2, 4)] }])
      expect((await health())?.missing).toEqual([])
      const [, middle] = held
      const { results } = await push(middle ? [middle] : [])
      expect(results).toMatchObject([{ outcome: 'applied', flags: ['late'] }])
      expect(await named()).toEqual([{ kind, count: 2, missing: [numbers(2, 2), numbers(4, 4)] }])
      await push(held)
      expect(await named()).toEqual([])
    },
  )

  it('is named no more once staff have handled it', async () => {
    const [open, gone] = [till.openShift(), till.sale()]
    await push([open])
    await push([till.sale()], { holes: [holeOf([gone], 'lost')] })
    expect(await named()).toHaveLength(1)
    await box.db.owner
      .update(deviceAlerts)
      .set({ handledAt: toInstant(box.clock.nowMs()), handledBy: canteen.cashier })
      .where(eq(deviceAlerts.deviceId, till.device.tablet.deviceId))
    expect(await health()).toMatchObject({ alerts: [{ handled: expect.anything() }], missing: [] })
    // Declared again, because the answer got lost: what was handled stays so.
    await push([], { holes: [holeOf([gone], 'lost')] })
    expect(await health()).toMatchObject({ alerts: [{ handled: expect.anything() }] })
  })

  it('is waited for while its device may send it, and lost when a new life begins', async () => {
    const tails = { [till.stream]: { nextSeq: 6, pending: 4, oldestAt: toInstant(box.clock.nowMs()), pendingMinor: 9 } }
    await push([till.openShift(), till.sale()], { tails })
    expect(await health()).toMatchObject({ unsentCount: 3, missing: [numbers(3, 5)], alerts: [] })
    box.clock.advance(1000)
    const reborn = new TillOps(till.device)
    await hand(reborn.device, reborn.batch([reborn.openShift()]))
    expect(await health()).toMatchObject({ unsentCount: 0, missing: [] })
    expect(await named()).toEqual([{ kind: 'lost-operations', count: 3, missing: [numbers(3, 5)] }])
  })
})
