import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandHandlers } from '#server/commands.ts'
import { summedDays } from '#server/features/pos/reports/days/day-sums.table.ts'
import { sumSomeDays } from '#server/features/pos/reports/days/sum-days.service.ts'
import type { CommandHandler, CommandHandlers } from '#server/features/sync/ingest/command.service.ts'
import { dayMs, type Day } from '#shared/kernel/time.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { CommandKind } from '#shared/sync/command-kinds.ts'
import type { Operation } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { expectSameReports, sumAllDays } from '#tests/support/pos/summed-reports.ts'
import { exchangeOp } from '#tests/support/pos/till-exchanges.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { voidTopUp } from '#tests/support/pos/void-top-up.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('days that are summed on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let till: TillOps
  let sold: Sale
  let firstDay: Day
  let made = 0

  const push = (...ops: Operation[]) => hand(till.device, till.batch(ops))
  const today = () => new Date(box.clock.nowMs()).toISOString().slice(0, 10)
  const sumAll = () => sumAllDays(box, canteen.school)
  const report = () => expectSameReports(box, canteen.school, { firstDay, lastDay: today() })
  /** What no report sees: days that are being summed too. */
  const begunDays = async () =>
    (await box.db.owner.select().from(summedDays).where(eq(summedDays.schoolId, canteen.school.schoolId)))
      .map(({ businessDay, summedAt }) => ({ day: businessDay, isSummed: summedAt !== null }))
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))

  beforeAll(async () => {
    box = await openBox(engine)
  })
  /** A school with a shift of two days ago that is still open, and what was sold in it summed. */
  beforeEach(async () => {
    made += 1
    canteen = await openCanteen(box, `school${made}`)
    till = new TillOps(await pairDevice(canteen))
    const [customerId] = canteen.customers
    if (!customerId) throw new Error('no customer')
    const [open, sale] = [till.openShift(), till.sale({ lines: [[0, 3000]] })]
    firstDay = till.shift?.open.businessDay ?? ''
    sold = sale.body as Sale
    await push(open, sale, till.topUp(customerId, 500), till.moveCash('drop', 100))
    box.clock.advance(2 * dayMs)
    await sumAll()
  })
  afterAll(() => box.close())

  /** What a till may send of an earlier day, and the command that it is. */
  const late: [kind: CommandKind, make: () => Operation][] = [
    ['pos.sale', () => till.sale()],
    ['pos.voidSale', () => till.voidSale(sold)],
    ['pos.voidSale', () => voidTopUp(till)],
    ['pos.refund', () => till.refund(sold, [1])],
    ['pos.exchange', () => exchangeOp(till, sold, { lines: [[1, 1000]] })],
    ['pos.topUp', () => till.topUp(canteen.customers[0] ?? expect.fail(), 300)],
    ['pos.moveCash', () => till.moveCash('paid-in', 250)],
    ['pos.openShift', () => till.openShift(0, { businessDay: firstDay })],
    ['pos.closeShift', () => till.closeShift(-75)],
  ]

  it.each(late)(
    '%s of a summed day is in the reports at once, and in the sums after the next night',
    async (_, make) => {
      const before = await report()
      expect(before.days).toContain(firstDay)
      await push(make())
      const after = await report()
      expect(after.days).not.toContain(firstDay)
      await sumAll()
      const summed = await report()
      expect(summed.days).toContain(firstDay)
      expect(summed.report).toEqual(after.report)
    },
  )

  it('a sale of today leaves all sums of earlier days', async () => {
    await push(till.closeShift())
    await sumAll()
    await push(till.openShift(), till.sale())
    expect((await report()).days).toContain(firstDay)
  })

  it('a sale of another day than its shift changes the drawer of that shift at once', async () => {
    await push(till.closeShift())
    await sumAll()
    const { report: before } = await report()
    await push(till.sale({ change: { businessDay: today() } }))
    const { report: after, days } = await report()
    expect(days).not.toContain(firstDay)
    expect(after.days.total.short).toBeGreaterThan(before.days.total.short)
  })

  it.each(late)('%s that is not committed yet when the night comes is waited for', async (kind, make) => {
    // So that the day is to be summed.
    await push(till.moveCash('no-sale', 0))
    const op = make()
    const { handlers, written, letGo } = held(kind)
    const sent = hand(till.device, till.batch([op]), handlers)
    await written
    const summing = sumAll()
    await untilSomebodyWaits(summing)
    letGo()
    expect((await sent).results.map(({ outcome }) => outcome)).toEqual(['applied'])
    await summing
    await report()
  })

  it.runIf(engine === 'postgres').each(late)(
    '%s that comes while its day is summed keeps that day from being summed',
    async (kind, make) => {
      await push(till.moveCash('no-sale', 0))
      const op = make()
      const gate = await holdSums()
      const summing = sumAll()
      await untilSomebodyWaits(summing)
      expect(await begunDays()).toContainEqual({ day: firstDay, isSummed: false })
      const { handlers, written, letGo } = held(kind)
      const sent = hand(till.device, till.batch([op]), handlers)
      await written
      // The documents are read without it, and the day must not be marked.
      await gate.letGo()
      await untilSomebodyWaits(summing)
      letGo()
      await Promise.all([sent, summing])
      await report()
      await sumAll()
      expect((await report()).days).toContain(firstDay)
    },
  )

  it('go on where summing ended, a few at a turn, the latest first; days that an attempt has left are taken over', async () => {
    box.clock.advance(60 * dayMs)
    const { schoolId } = canteen.school
    await box.db.owner.execute(sql`
      insert into summed_days (school_id, business_day, currency, attempt)
      values (${schoolId}, ${firstDay}::date + 1, 'QAR', ${till.newId()}) on conflict (school_id, business_day) do update
        set summed_at = null, attempt = excluded.attempt`)
    let asked = 0
    // The server ends after one step.
    expect(await sumSomeDays(box.deps, schoolId, () => (asked += 1) > 1)).toBeUndefined()
    const some = (await begunDays()).filter(({ isSummed }) => isSummed)
    expect(some.length).toBe(8)
    expect(await sumSomeDays(box.deps, schoolId, () => false)).toBe('more')
    expect(await sumSomeDays(box.deps, schoolId, () => false)).toBeUndefined()
    const all = await begunDays()
    expect(all.length).toBe(62)
    expect(all.every(({ isSummed }) => isSummed)).toBe(true)
    expect((await report()).days.length).toBe(62)
  })

  it('hold for the currency of the school that they were made in', async () => {
    const { schoolId } = canteen.school
    await box.db.owner.execute(sql`update schools set currency = 'KWD' where school_id = ${schoolId}`)
    const other = await report()
    expect(other.days).toEqual([])
    expect(other.report).toMatchObject({ otherCurrency: 1, total: { sales: 0 } })
    await sumAll()
    expect((await report()).days).toContain(firstDay)
  })

  it('keep their sums when the documents of long ago are removed', async () => {
    const asked = { firstDay, lastDay: firstDay }
    const { report: before } = await expectSameReports(box, canteen.school, asked)
    const { schoolId } = canteen.school
    for (const table of ['sale_lines', 'tenders', 'sales', 'top_ups'].map((name) => sql.raw(name)))
      await box.db.owner.execute(sql`delete from ${table} where school_id = ${schoolId}`)
    const { rows } = await box.db.owner.execute<{ total: number }>(sql`
      select total::int from till_days where school_id = ${schoolId} and business_day = ${firstDay}::date`)
    expect(rows).toEqual([{ total: before.total.total }])
    await sumAll()
    expect(await begunDays()).toContainEqual({ day: firstDay, isSummed: true })
  })

  /** A handler whose transaction stays open after its effect until it is let go. */
  function held(kind: CommandKind) {
    const written = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const hold = <B>({ inRuns, apply }: CommandHandler<B>): CommandHandler<B> => ({
      inRuns,
      apply: async (...of) => {
        const effects = await apply(...of)
        written.resolve()
        await gate.promise
        return effects
      },
    })
    const handlers: CommandHandlers = {
      ...commandHandlers,
      [kind]: hold(commandHandlers[kind] as CommandHandler<unknown>),
    }
    return { handlers, written: written.promise, letGo: () => gate.resolve() }
  }

  /** Keeps the sums of the school from being written until it is let go. */
  async function holdSums() {
    const taken = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const { schoolId } = canteen.school
    const holding = box.db.database.tenant(schoolId, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sums by day of ${schoolId}`}, 0))`)
      taken.resolve()
      await gate.promise
    })
    await taken.promise
    return {
      letGo: () => {
        gate.resolve()
        return holding
      },
    }
  }

  /** Until somebody waits for a lock, or `over`. The embedded engine has one connection, so there nobody can. */
  async function untilSomebodyWaits(over: Promise<unknown>): Promise<void> {
    let isOver = engine === 'pglite'
    void over.finally(() => (isOver = true)).catch(() => undefined)
    while (!isOver) {
      const { rows } = await box.db.owner.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      if (rows.length > 0) return
    }
  }
})
