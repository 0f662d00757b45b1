import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { hourMs, toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeUser } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('a cashier who was disabled, on %s', (engine) => {
  let box: Box
  let canteen: Canteen

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor', { people: 2 })
  })
  afterAll(() => box.close())

  it.each([true, false])('is judged by the envelope, the time of the sale being corrected: %s', async (isCorrected) => {
    const till = new TillOps(await pairDevice(canteen))
    const leaver = await makeUser(box, canteen.school, `leaver ${isCorrected}`, ['operator'])
    const nowMs = box.clock.nowMs()
    const disabledAt = toInstant(nowMs - hourMs)
    await box.db.owner.update(users).set({ disabledAt }).where(eq(users.id, leaver))
    const soldBy = (clockOffsetMs: number, beforeMs: number) => {
      const wallAt = toInstant(nowMs - beforeMs - clockOffsetMs)
      const soldAt = isCorrected ? toInstant(nowMs - beforeMs) : wallAt
      return till.op('pos.sale', till.makeSale({ change: { cashierId: leaver, soldAt } }), { wallAt, clockOffsetMs })
    }
    const open = till.openShift()
    const [inTime, late] = [2 * hourMs, 0].map((beforeMs) => [
      soldBy(-9 * hourMs, beforeMs),
      soldBy(9 * hourMs, beforeMs),
    ])
    const { results } = await hand(till.device, till.batch([open, ...(inTime ?? []), ...(late ?? [])]))
    expect(results.map(({ outcome, flags }) => [outcome, ...(flags ?? [])])).toEqual([
      ['applied'],
      ['applied'],
      ['applied'],
      ['applied', 'disabled-cashier'],
      ['applied', 'disabled-cashier'],
    ])
  })
})
