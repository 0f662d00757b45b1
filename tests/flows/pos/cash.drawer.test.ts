import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { posReport } from '#server/features/pos/pos.service.ts'
import { cashMovements } from '#server/features/pos/pos-payments.table.ts'
import { drawerEvents } from '#server/features/pos/shifts/drawer.table.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { openDrawer } from '#tests/support/pos/till-cash.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('cash that moves without a sale, and drawers, on %s', (engine) => {
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

  const push = async (...ops: unknown[]) => {
    const { results } = await hand(till.device, till.batch(ops))
    expect(results.map((r) => r.outcome)).toEqual(ops.map(() => 'applied'))
    return results.map((r) => r.flags)
  }
  const z = () => {
    const { schoolId } = canteen.school
    const shiftId = till.shift?.open.id
    if (!shiftId) throw new Error('no shift')
    return box.db.database.tenant(schoolId, async (tx) => (await posReport(tx, schoolId, shiftId)).report)
  }

  it('a drop has its bag and its witness, who is another person', async () => {
    const drop = till.openShift()
    const bag = { bag: 'B-1001', witness: canteen.supervisor }
    expect(await push(drop, till.moveCash('drop', 5000, bag))).toEqual([[], []])
    const own = { bag: 'B-1002', witness: canteen.cashier }
    expect(await push(till.moveCash('drop', 100, own))).toEqual([['witness-wrong']])
    const nobody = till.newId() as typeof canteen.cashier
    expect(await push(till.moveCash('drop', 100, { witness: nobody }))).toEqual([['witness-wrong']])
    const rows = await box.db.database.tenant(canteen.school.schoolId, (tx) =>
      tx
        .select({ bag: cashMovements.bag, witness: cashMovements.witness })
        .from(cashMovements)
        .where(and(eq(cashMovements.schoolId, canteen.school.schoolId), eq(cashMovements.amount, 5000 as never))),
    )
    expect(rows).toEqual([bag])
  })

  it('POS-104: a movement of version 1 is entered as before', async () => {
    await push(till.openShift())
    const known = till.moveCash('paid-out', 250)
    expect(known.v).toBe(1)
    expect(await push(known)).toEqual([[]])
    expect((await z()).expectedCash).toBe(9750)
  })

  it('POS-67: every opening is a row, once, and counts by cause in the report of both sides', async () => {
    await push(till.openShift(), openDrawer(till, 'no-sale'), openDrawer(till, 'print'), openDrawer(till, 'print'))
    const [event] = till.shift?.drawer ?? []
    expect(await push(till.op('pos.drawer', event))).toEqual([['id-repeated']])
    expect((await z()).drawer).toEqual([
      { cause: 'no-sale', count: 1 },
      { cause: 'print', count: 2 },
    ])
    expect(await z()).toEqual(till.report())
  })

  it('a copy of a paper is a row since version 2, and no opening in the report of either side', async () => {
    await push(till.openShift())
    const op = openDrawer(till, 'copy', { ref: till.newId() })
    expect(op.v).toBe(2)
    const before = (await z()).drawer
    expect(await push(op)).toEqual([[]])
    expect((await z()).drawer).toEqual(before)
    expect(await z()).toEqual(till.report())
  })

  it('one of another device’s shift is flagged, one without a shift is not', async () => {
    const other = new TillOps(await pairDevice(canteen))
    await hand(other.device, other.batch([other.openShift()]))
    const shiftId = other.shift?.open.id ?? null
    expect(await push(openDrawer(till, 'test'))).toEqual([[]])
    expect(await push(openDrawer(till, 'unknown', { shiftId }))).toEqual([['foreign-shift']])
    const { schoolId } = canteen.school
    const rows = await box.db.database.tenant(schoolId, (tx) =>
      tx.select({ shiftId: drawerEvents.shiftId }).from(drawerEvents).where(eq(drawerEvents.cause, 'test')),
    )
    expect(rows).toEqual([{ shiftId: null }])
  })
})
