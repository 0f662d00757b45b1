import 'fake-indexeddb/auto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { posReport } from '#server/features/pos/pos.service.ts'
import { reportHash } from '#shared/pos/cash/blind-report.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { CloseShift, ShiftReport } from '#shared/pos/shift.contract.ts'
import { type OutboxWorld, type OutboxYard, openOutboxYard } from '#tests/support/devices/outbox-yard.ts'
import { breathe } from '#tests/support/devices/test-time.ts'

let yard: OutboxYard
beforeAll(async () => {
  yard = await openOutboxYard()
})
afterAll(() => yard.close())

const bodiesOf = async <B>(world: OutboxWorld, kind: string): Promise<B[]> =>
  (await world.ops()).filter((op) => op.kind === kind).map((op) => op.body as B)

const device = (world: OutboxWorld) => world.box.identity.deviceId

const flagsOf = async (world: OutboxWorld) =>
  (await world.rows<{ flags: string[] }>(sql`select flags from sync_ops where device_id = ${device(world)}`)).flatMap(
    ({ flags }) => flags,
  )

/** Every Z that the till has printed is what the server makes of its rows, and each sale is in the Z of its shift alone. */
async function checkEachZ(world: OutboxWorld) {
  const sold = await bodiesOf<Sale>(world, 'pos.sale')
  const closed = await bodiesOf<CloseShift>(world, 'pos.closeShift')
  const each: { report: ShiftReport }[] = []
  for (const { shiftId, reportHash: printed } of closed) {
    const { report } = await world.inSchool((tx, schoolId) => posReport(tx, schoolId, shiftId))
    expect(reportHash(report)).toBe(printed)
    each.push({ report })
    expect(report.salesCount + report.voidsCount).toBe(sold.filter((sale) => sale.shiftId === shiftId).length)
  }
  // Counted before the other window's sale, which is a difference of the drawer and not of the report.
  expect((await flagsOf(world)).filter((flag) => !flag.startsWith('cash-differs'))).toEqual([])
  return each
}

describe('a shift that is closed', () => {
  it('T14 T46: without a network holds what is unsent, and is the same on the server', async () => {
    const world = await yard.openWorld()
    world.network.offline = true
    for (const customer of [0, 1]) {
      await world.sell({ by: 'cash', qty: 2 })
      await world.sell({ by: 'account', customer })
    }
    await world.voidLast()
    await world.closeShift()
    expect((await world.counts()).pending).toBe(world.saved().length - world.sentBefore())
    await world.sell({ by: 'cash' })
    await world.restart()
    await world.settle()
    const [z] = await checkEachZ(world)
    expect(z?.report).toMatchObject({ salesCount: 3, voidsCount: 1 })
    expect(z?.report.expectedCash).toBe(5000 + (z?.report.cashTaken ?? 0))
    await world.checkAll()
  })

  it('T21: while another window sells, and dies at any moment, leaves each sale in exactly one Z', async () => {
    const world = await yard.openWorld()
    const seen = new Set<string>()
    const moments = [0, 1, 2, 3, 4, 6, 8, 12, 20, 150].flatMap((turns) => [
      { turns, isSaleFirst: true },
      { turns, isSaleFirst: false },
    ])
    for (const { turns, isSaleFirst } of moments) {
      const closer = await world.box.openTab()
      const shiftId = closer.till?.shift?.open.id
      const countedCash = closer.till?.report().expectedCash
      if (!closer.till || !shiftId || countedCash === undefined) throw new Error('no shift is open')
      const close = () => void closer.till?.closeShift({ countedCash }, world.actor).catch(() => undefined)
      const before = (await bodiesOf<Sale>(world, 'pos.sale')).length
      if (!isSaleFirst) {
        close()
        await breathe(turns)
      }
      const selling = world.sell({ by: 'cash' })
      if (isSaleFirst) close()
      await breathe(turns)
      world.box.crash(closer)
      await selling
      await breathe(40)
      const closed = await bodiesOf<CloseShift>(world, 'pos.closeShift')
      const isClosed = closed.some((each) => each.shiftId === shiftId)
      const isSold = (await bodiesOf<Sale>(world, 'pos.sale')).length > before
      seen.add(`${isClosed ? 'closed' : 'open'} ${isSold ? 'sold' : 'refused'}`)
      // The window that is left has not heard of the closing: it learns of it from the first sale that is refused.
      if (isClosed && isSold) await world.sell({ by: 'cash' })
      if (isClosed) await world.openShift()
    }
    expect([...seen].toSorted()).toEqual(['closed refused', 'closed sold', 'open sold'])
    await world.closeShift()
    await world.settle()
    await checkEachZ(world)
    await world.checkAll()
  })
})
