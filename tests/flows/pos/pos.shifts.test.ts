import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { sales, shifts } from '#server/features/pos/pos.table.ts'
import { tenders } from '#server/features/pos/pos-payments.table.ts'
import { loginPos, SignedIn } from '#shared/identity/auth.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { shiftReportEndpoint, transactionReport } from '#shared/pos/pos-report.contract.ts'
import { type Engine, engines } from '#tests/support/database.ts'
import { makeUser, password } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const cases: [Engine, Currency][] = engines.flatMap(
  (engine) =>
    [
      [engine, 'QAR'],
      [engine, 'KWD'],
    ] as [Engine, Currency][],
)

describe.each(cases)('a shift on %s in %s', (engine, currency) => {
  let box: Box
  let canteen: Canteen
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor', { currency })
    await makeUser(box, canteen.school, 'mona', ['supervisor'])
    await makeUser(box, canteen.school, 'omar', ['operator'])
    await makeUser(box, canteen.school, 'rami', ['registrar'])
    for (const userName of ['mona', 'omar', 'sara']) {
      const { body } = await call(box.app, { school: 'alnoor' }, loginPos, { userName, password })
      tokens[userName] = SignedIn.parse(body).token
    }
  })
  afterAll(() => box.close())

  const as = (who: string) => ({ school: 'alnoor', token: tokens[who] ?? '' })
  const push = (till: TillOps, ops: unknown[]) => hand(till.device, till.batch(ops))
  const reportAs = (who: string, till: TillOps) =>
    call(box.app, as(who), shiftReportEndpoint, { shiftId: till.shift?.open.id ?? '' })
  const newTill = async () => new TillOps(await pairDevice(canteen))

  /** A lunch with every way to pay, a void, cash in and out. */
  function lunch(till: TillOps): unknown[] {
    const [customerId] = canteen.customers
    if (!customerId) throw new Error('no customer')
    const lines = [
      [0, 2000],
      [1, 1500],
      [2, 1000],
    ] as const
    return [
      till.openShift(),
      till.sale({ lines, pay: [{ kind: 'cash', over: 1000 }] }),
      till.sale({
        lines,
        pay: [{ kind: 'account', customerId, amount: 500 }, { kind: 'card', amount: 700 }, { kind: 'cash' }],
      }),
      till.sale({ lines, discount: { kind: 'ppm', value: 333_333 }, pay: [{ kind: 'account', customerId }] }),
      till.voidSale(),
      till.sale({ lines: [[1, 333]] }),
      till.moveCash('paid-in', 1000),
      till.moveCash('paid-out', 250),
      till.moveCash('drop', 2000),
      till.moveCash('no-sale', 0),
    ]
  }

  it('T46: has the same X and Z on the server as on the device, to the minor unit', async () => {
    const till = await newTill()
    await push(till, lunch(till))
    const x = await reportAs('mona', till)
    expect(x.body).toEqual(expect.objectContaining({ report: till.report(), closed: false, missingReceipts: [] }))
    const close = till.closeShift(-125)
    const { results } = await push(till, [close])
    expect(results).toMatchObject([{ outcome: 'applied', flags: [] }])
    const z = await reportAs('mona', till)
    const { report } = close.body as { report: unknown }
    expect(z.body).toEqual(expect.objectContaining({ report, closed: true, missingReceipts: [] }))
    expect(await box.db.database.tenant(canteen.school.schoolId, ledgerFaults)).toEqual([])
  })

  it('lists each payment by card with its slip, and none of a sale that was voided', async () => {
    const till = await newTill()
    const card = { pay: [{ kind: 'card', amount: 700 }, { kind: 'cash' }], lines: [[0, 2000]] } as const
    await push(till, [till.openShift(), till.sale(card), till.sale(card), till.voidSale(), till.sale()])
    const receiptNo = till.shift?.sales[0]?.receiptNo
    expect((await reportAs('mona', till)).body['cardSlips']).toEqual([{ receiptNo, terminalRef: 'R1', amount: 700 }])
  })

  it('T22: counts what stays in the drawer, given less change', async () => {
    const till = await newTill()
    const ops = [till.openShift(5000), till.sale({ lines: [[0, 10_000]], pay: [{ kind: 'cash', over: 3000 }] })]
    await push(till, ops)
    const { report } = (await reportAs('mona', till)).body as { report: Record<string, number> }
    expect([report.cashTaken, report.expectedCash]).toEqual([7000, 12_000])
  })

  it('T23: keeps for every sale a total that its tenders settle', async () => {
    const till = await newTill()
    await push(till, lunch(till))
    const mine = eq(sales.tillId, till.device.ctx.device.tillId)
    const rows = await box.db.owner.select().from(sales).innerJoin(tenders, eq(tenders.saleId, sales.id)).where(mine)
    for (const [id, of] of Map.groupBy(rows, (r) => r.sales.id)) {
      const settled = of.reduce((n, r) => n + r.tenders.amount, 0)
      expect([id, settled]).toEqual([id, of[0]?.sales.total])
      for (const { tenders: t } of of) {
        if (t.kind === 'cash') expect((t.given ?? 0) - (t.change ?? 0)).toBe(t.amount + (t.rounding ?? 0))
      }
    }
  })

  it('T45, T16: is closed once, and a second closing changes nothing of it', async () => {
    const till = await newTill()
    await push(till, [till.openShift(), till.sale(), till.closeShift(10)])
    const [first] = await box.db.owner
      .select()
      .from(shifts)
      .where(eq(shifts.id, till.shift?.open.id as never))
    expect(first?.closedAt).not.toBeNull()
    const { results } = await push(till, [till.closeShift(9999)])
    expect(results[0]).toMatchObject({ outcome: 'applied', flags: ['shift-closed'] })
    const [second] = await box.db.owner
      .select()
      .from(shifts)
      .where(eq(shifts.id, first?.id as never))
    expect(second).toEqual(first)
  })

  it.each([0, -1, -25_000, 987_654_321])('T37: takes what was counted, %i off, with the reason', async (off) => {
    const till = await newTill()
    const differenceReason = off === 0 ? null : 'a note was missing'
    const reason = differenceReason === null ? {} : { differenceReason }
    await push(till, [till.openShift(), till.sale()])
    const expected = till.report().expectedCash
    // Nobody counts less than nothing.
    const counted = Math.max(0, expected + off)
    const { results } = await push(till, [till.closeShift(counted - expected, reason)])
    expect(results).toMatchObject([{ outcome: 'applied' }])
    expect(results[0]?.flags?.includes('cash-differs')).toBe(Math.abs(counted - expected) > 200)
    const { body } = await reportAs('mona', till)
    expect(body).toMatchObject({ closed: true, report: { countedCash: counted, difference: counted - expected } })
    const [row] = await box.db.owner
      .select()
      .from(shifts)
      .where(eq(shifts.id, till.shift?.open.id as never))
    expect(row).toMatchObject({ countedCash: counted, differenceReason })
  })

  it('names the receipt numbers that have not come, of this till, epoch and shift alone', async () => {
    const till = await newTill()
    const other = await newTill()
    await push(other, [other.openShift(), other.sale(), other.sale(), other.sale()])
    const open = till.openShift()
    const made = Array.from({ length: 6 }, () => till.makeSale({}))
    await push(till, [open, ...[1, 3, 5].map((n) => till.op('pos.sale', made[n]))])
    expect((await reportAs('mona', till)).body.missingReceipts).toEqual([1, 3, 5])
    const shiftId = till.shift?.open.id ?? ''
    const change = [till.closeShift(), till.openShift()]
    const [, second] = [till.makeSale({}), till.makeSale({})]
    await push(till, [...change, till.op('pos.sale', second)])
    expect((await reportAs('mona', till)).body.missingReceipts).toEqual([7])
    const { body } = await call(box.app, as('mona'), shiftReportEndpoint, { shiftId })
    expect(body.missingReceipts).toEqual([1, 3, 5])
  })

  it('stays under the till and epoch it was opened in, when its tablet is paired again before it is sent', async () => {
    const till = await newTill()
    const elsewhere = await pairDevice(canteen)
    const { ctx } = till.device
    const unsent = [till.openShift(), till.sale(), till.sale()]
    const placeOf = async () => {
      const mine = eq(shifts.id, till.shift?.open.id as never)
      const [row] = await box.db.owner.select().from(shifts).innerJoin(sales, eq(sales.shiftId, shifts.id)).where(mine)
      return row && [row.shifts.tillId, row.shifts.epoch, row.sales.tillId, row.sales.epoch]
    }
    const again = { ...ctx.device, tillId: elsewhere.ctx.device.tillId, epoch: 2 }
    const { results } = await hand({ ...till.device, ctx: { ...ctx, device: again } }, till.batch(unsent))
    expect(results.flatMap((r) => r.flags)).toEqual([])
    expect(await placeOf()).toEqual([ctx.device.tillId, 1, ctx.device.tillId, 1])
  })

  it('is filed under the till of its device when it names one that nobody has here', async () => {
    const till = await newTill()
    const open = till.openShift()
    till.seq = 0
    till.lastHash = open.prevHash
    await push(till, [till.op('pos.openShift', { ...(open.body as object), tillId: till.newId() })])
    const mine = eq(shifts.tillId, till.device.ctx.device.tillId)
    expect(await box.db.owner.$count(shifts, mine)).toBe(1)
  })

  it('is seen by supervisors and by who opened it, by nobody else', async () => {
    const till = await newTill()
    await push(till, [till.openShift()])
    expect((await reportAs('sara', till)).status).toBe(200)
    expect([(await reportAs('omar', till)).status, (await reportAs('nobody', till)).status]).toEqual([403, 401])
    const unknown = await call(box.app, as('mona'), shiftReportEndpoint, { shiftId: till.newId() })
    expect(unknown.status).toBe(404)
  })

  it('is listed with all its movements, newest first, page by page, to operators their own', async () => {
    const till = await newTill()
    box.clock.advance(minuteMs)
    const ops = [till.openShift()]
    for (let n = 0; n < 230; n += 1) ops.push(n % 50 === 49 ? till.voidSale() : till.sale())
    box.clock.advance(1)
    ops.push(till.moveCash('drop', 300), till.closeShift())
    for (let n = 0; n < ops.length; n += 100) await push(till, ops.slice(n, n + 100))

    const filter = { till: till.device.tillCode }
    const first = (await call(box.app, as('mona'), transactionReport, filter)).body as unknown as Page
    const second = (await call(box.app, as('mona'), transactionReport, { ...filter, before: first.next ?? '' }))
      .body as unknown as Page
    const all = [...first.transactions, ...second.transactions]
    expect([first.transactions.length, all.length, second.next]).toEqual([200, ops.length, null])
    expect(new Set(all.map((t) => t.id)).size).toBe(ops.length)
    expect(all.map((t) => `${t.at} ${t.id}`)).toEqual(
      all
        .map((t) => `${t.at} ${t.id}`)
        .toSorted()
        .toReversed(),
    )
    const count = (kind: string) => all.filter((t) => t.kind === kind).length
    expect(['sale', 'void', 'drop', 'shift-open', 'shift-close'].map(count)).toEqual([226, 4, 1, 1, 1])
    expect(all.filter((t) => t.voided)).toHaveLength(4)
    const total = all.reduce((n, t) => n + (t.kind === 'sale' || t.kind === 'void' ? t.amount : 0), 0)
    expect(total).toBe(till.report().total)
    expect(all.find((t) => t.kind === 'sale')).toMatchObject({
      till: filter.till,
      itemCount: 1,
      cashier: { en: 'sara' },
      sync: 'received',
    })

    const mine = (await call(box.app, as('omar'), transactionReport, filter)).body as unknown as Page
    expect(mine.transactions).toEqual([])
    const otherDay = (await call(box.app, as('mona'), transactionReport, { ...filter, day: '2030-03-02' }))
      .body as unknown as Page
    expect(otherDay.transactions).toEqual([])
    const bad = await call(box.app, as('mona'), transactionReport, { before: 'x|y' })
    expect([bad.status, bad.body.field]).toEqual([400, 'before'])
  })
})

interface Page {
  transactions: { id: string; kind: string; at: string; voided: boolean; amount: number }[]
  next: string | null
}
