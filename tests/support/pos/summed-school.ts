import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { summedDays } from '#server/features/pos/reports/days/day-sums.table.ts'
import { type Day, dayMs } from '#shared/kernel/time.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { CommandKind } from '#shared/sync/command-kinds.ts'
import type { Operation } from '#shared/sync/sync.contract.ts'
import type { Box } from '#tests/support/server.ts'
import { type Canteen, hand, openCanteen, pairDevice } from './canteen.ts'
import { expectSameReports, sumAllDays } from './summed-reports.ts'
import { exchangeOp } from './till-exchanges.ts'
import { TillOps } from './till-ops.ts'
import { voidTopUp } from './void-top-up.ts'

/** A school with a shift of two days ago that is still open, and what was sold in it summed. */
export interface SummedSchool {
  canteen: Canteen
  till: TillOps
  sold: Sale
  firstDay: Day
  push(...ops: Operation[]): Promise<unknown>
  sumAll(): Promise<void>
  /** All reports since the first day, which must be the same without sums, and the days that were read from sums. */
  report(): ReturnType<typeof expectSameReports>
  /** Days that are summed, or being summed, in order. */
  begunDays(): Promise<{ day: Day; isSummed: boolean }[]>
}

export const todayOf = (box: Box): Day => new Date(box.clock.nowMs()).toISOString().slice(0, 10)

export async function openSummedSchool(box: Box, code: string): Promise<SummedSchool> {
  const canteen = await openCanteen(box, code)
  const { school } = canteen
  const till = new TillOps(await pairDevice(canteen))
  const [customerId] = canteen.customers
  if (!customerId) throw new Error('no customer')
  const push = (...ops: Operation[]) => hand(till.device, till.batch(ops))
  const sumAll = () => sumAllDays(box, school)
  const [open, sale] = [till.openShift(), till.sale({ lines: [[0, 3000]] })]
  const firstDay = till.shift?.open.businessDay ?? ''
  await push(open, sale, till.topUp(customerId, 500), till.moveCash('drop', 100))
  box.clock.advance(2 * dayMs)
  await sumAll()
  return {
    canteen,
    till,
    sold: sale.body as Sale,
    firstDay,
    push,
    sumAll,
    report: () => expectSameReports(box, school, { firstDay, lastDay: todayOf(box) }),
    begunDays: async () => {
      const rows = await box.db.owner.select().from(summedDays).where(eq(summedDays.schoolId, school.schoolId))
      return rows
        .map(({ businessDay, summedAt }) => ({ day: businessDay, isSummed: summedAt !== null }))
        .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    },
  }
}

/** What a till may send of an earlier day, and the command that it is: every one that changes a report. */
export const lateOps: [kind: CommandKind, make: (school: SummedSchool) => Operation][] = [
  ['pos.sale', ({ till }) => till.sale()],
  ['pos.voidSale', ({ till, sold }) => till.voidSale(sold)],
  ['pos.voidSale', ({ till }) => voidTopUp(till)],
  ['pos.refund', ({ till, sold }) => till.refund(sold, [1])],
  ['pos.exchange', ({ till, sold }) => exchangeOp(till, sold, { lines: [[1, 1000]] })],
  ['pos.topUp', ({ till, canteen }) => till.topUp(canteen.customers[0] ?? expect.fail(), 300)],
  ['pos.moveCash', ({ till }) => till.moveCash('paid-in', 250)],
  ['pos.openShift', ({ till, firstDay }) => till.openShift(0, { businessDay: firstDay })],
  ['pos.closeShift', ({ till }) => till.closeShift(-75)],
]
