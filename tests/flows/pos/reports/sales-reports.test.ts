import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schoolClasses } from '#server/features/students/classes/class.table.ts'
import { dayMs, hourMs } from '#shared/kernel/time.ts'
import { minor } from '#shared/kernel/money.ts'
import { shiftReportEndpoint } from '#shared/pos/pos-report.contract.ts'
import { ShiftReport } from '#shared/pos/shift.contract.ts'
import {
  divideDocuments,
  divideLines,
  lineSums,
  refundDocument,
  saleDocument,
  type SalesDocument,
  sumLines,
  sumSales,
} from '#shared/pos/reports/sales-division.rules.ts'
import {
  salesByShift,
  salesByTill,
  salesByTillExport,
  salesDivided,
  salesDividedExport,
} from '#shared/pos/reports/sales-report.contract.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { voidTopUp } from '#tests/support/pos/void-top-up.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('reports of sales on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let mona: Caller
  let head: Caller
  /** What the tills made, by business day. */
  const documents: { day: string; document: SalesDocument }[] = []
  let [first, second] = ['', '']
  const tills: TillOps[] = []
  /** Classes that pupils are in now. */
  const classes = new Map<string, string>()
  let timeZone = ''

  const push = async (till: TillOps, ...ops: unknown[]) => hand(till.device, till.batch(ops))
  const sell = async (till: TillOps, input: Parameters<TillOps['sale']>[0], isVoided = false): Promise<Sale> => {
    await push(till, till.sale(input))
    const sale = till.shift?.sales.at(-1)
    if (!sale) throw new Error('nothing sold')
    if (isVoided) await push(till, till.voidSale())
    const { tillId } = till.device.ctx.device
    documents.push({ day: sale.businessDay, document: saleDocument(sale, { tillId, isVoided }) })
    return sale
  }
  /** Puts a pupil into a class of the school's list. */
  const placeInList = async (customerId: string) => {
    const { schoolId } = canteen.school
    const row = { schoolId, id: canteen.cashier, year: 2026, grade: '1', name: { en: '1-A', ar: '1-أ' }, revision: 1 }
    await box.db.owner.insert(schoolClasses).values(row)
    await box.db.owner.execute(sql`update customers set class_name = '1-A', class_id = ${row.id}
      where school_id = ${schoolId} and id = ${customerId}`)
  }
  const giveBack = async (till: TillOps, sale: Sale, pieces: readonly number[]) => {
    await push(till, till.refund(sale, pieces))
    const refund = till.shift?.refunds.at(-1)
    if (!refund) throw new Error('nothing refunded')
    const document = refundDocument(refund, { tillId: till.device.ctx.device.tillId })
    documents.push({ day: refund.businessDay, document })
  }

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    timeZone = canteen.school.timeZone
    const [layla, omar] = canteen.customers
    if (!layla || !omar) throw new Error('no pupils')
    await placeInList(layla)
    for (const customerId of canteen.customers) classes.set(customerId, customerId === layla ? '1-A' : '5B')
    const [one, two] = [new TillOps(await pairDevice(canteen)), new TillOps(await pairDevice(canteen))]
    tills.push(one, two)
    await push(one, one.openShift())
    await push(two, two.openShift())
    first = one.shift?.open.businessDay ?? ''
    const lunch = await sell(one, {
      lines: [
        [0, 3000],
        [1, 2000],
      ],
    })
    await sell(one, { lines: [[2, 1000]], pay: [{ kind: 'card' }] })
    const meal = await sell(one, { lines: [[0, 2000]], pay: [{ kind: 'account', customerId: layla }] })
    await sell(two, { lines: [[1, 1000]], pay: [{ kind: 'account', customerId: omar }] })
    await sell(two, { lines: [[0, 1000]], discount: { kind: 'ppm', value: 333_333 } })
    await sell(two, { lines: [[1, 4000]] }, true)
    box.clock.advance(20 * 60_000)
    await giveBack(two, lunch, [1, 1])
    await giveBack(two, meal, [1])
    await push(one, one.moveCash('no-sale', 0), one.moveCash('drop', 1000))
    await push(one, one.topUp(layla, 700), voidTopUp(one), one.topUp(layla, 2000))
    await push(one, one.closeShift(-150))
    await push(two, two.closeShift(25))
    box.clock.advance(dayMs)
    await push(one, one.openShift())
    second = one.shift?.open.businessDay ?? ''
    await giveBack(one, lunch, [0, 1])
    const late = await sell(one, { lines: [[2, 5000]] })
    box.clock.advance(hourMs)
    await giveBack(one, late, [1])
    mona = await signInAs(box, canteen.school, 'mona', ['supervisor'])
    head = await signInAs(box, canteen.school, 'hamad', ['head'])
  })
  afterAll(() => box.close())

  const ask = async <T extends { reply: { parse: (body: unknown) => unknown } }>(
    as: Caller,
    endpoint: T & Parameters<typeof call>[2],
    body: object,
  ) => endpoint.reply.parse((await call(box.app, as, endpoint, body)).body) as ReturnType<T['reply']['parse']>
  const within = (days: readonly string[]) => documents.filter(({ day }) => days.includes(day)).map((d) => d.document)

  it('POS-101: gives what the device’s functions give, by all divisions, for a day and over midnight', async () => {
    for (const [firstDay, lastDay] of [
      [first, first],
      [second, second],
      [first, second],
    ] as const) {
      const own = within([firstDay, lastDay])
      const site = sumSales(divideDocuments(own, 'till', { timeZone }).map(({ figures }) => figures))
      for (const by of ['till', 'hour', 'cashier', 'class'] as const) {
        const answer = await ask(mona, salesDivided, { firstDay, lastDay, division: by })
        expect(answer.total, by).toEqual(site)
        const expected = divideDocuments(own, by, { timeZone, classOf: (id) => classes.get(id) })
        expect(new Map(answer.parts.map((part) => [part.key, part])).size).toBe(expected.length)
        for (const { key, figures } of expected) {
          expect(answer.parts.find((part) => part.key === key)).toMatchObject(figures)
        }
      }
      const sums = lineSums(own)
      for (const by of ['item', 'category', 'tax'] as const) {
        const answer = await ask(mona, salesDivided, { firstDay, lastDay, division: by })
        const categoryOf = (itemId: string) => canteen.items.find(({ id }) => id === itemId)?.categoryId
        const expected = divideLines(sums, by, categoryOf)
        for (const { key, figures } of expected) {
          expect(answer.parts.find((part) => part.key === key)).toMatchObject(figures)
        }
        expect(answer.parts.length).toBe(expected.length)
        const { total, net, tax } = sumLines(expected.map(({ figures }) => figures))
        expect(answer.total).toMatchObject({ total, net, tax })
      }
    }
  })

  it('names classes as the school’s list has them, and what was sold to nobody or outside of a class, in files too', async () => {
    const asked = { firstDay: first, lastDay: first, division: 'class' as const }
    const answer = await ask(mona, salesDivided, asked)
    const byKey = answer.parts.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    expect(byKey.map(({ key, name, sales, refunds }) => ({ key, name, sales, refunds }))).toEqual([
      { key: '', name: null, sales: 3, refunds: 1 },
      { key: '1-A', name: { en: '1-A', ar: '1-أ' }, sales: 1, refunds: 1 },
      { key: '5B', name: null, sales: 1, refunds: 0 },
    ])
    const how = { format: 'csv' as const, language: 'ar' as const, columns: ['part' as const, 'salesCount' as const] }
    const { body } = await call(box.app, mona, salesDividedExport, { filter: asked, ...how })
    for (const part of ['1-أ', '5B', 'بلا طالب أو بلا شعبة']) expect(String(body['text'])).toContain(part)
  })

  it('sums tills to the school, shifts to their till, and each shift to its own Z report', async () => {
    const byTill = await ask(mona, salesByTill, { firstDay: first, lastDay: second })
    expect(sumSales(byTill.rows)).toMatchObject({ total: byTill.total.total, sales: byTill.total.sales })
    expect(byTill.total).toMatchObject({
      voids: 1,
      noSales: 1,
      drops: 1000,
      topUps: 2000,
      over: 25,
      short: 150,
      counted: 2,
    })
    expect(byTill.total.tenders.reduce((n, { amount }) => n + amount, 0)).toBe(byTill.total.total)
    expect(byTill.states.map(({ missing }) => missing)).toEqual([0, 0])
    for (const row of byTill.rows) {
      const own = await ask(mona, salesByShift, { firstDay: first, lastDay: second, tillId: row.tillId })
      expect(sumSales(own.shifts)).toMatchObject({ total: row.total, net: row.net, tax: row.tax, sales: row.sales })
      for (const shift of own.shifts) {
        const report = ShiftReport.parse((await ask(mona, shiftReportEndpoint, { shiftId: shift.shiftId })).report)
        expect(shift).toMatchObject({
          total: report.total - (report.refunds?.total ?? 0),
          expected: report.countedCash === null ? null : report.expectedCash,
          counted: report.countedCash,
          difference: report.difference,
        })
      }
    }
    const days = await ask(mona, salesByTill, { firstDay: first, lastDay: second, per: 'day' })
    expect(days.rows.map(({ from }) => from)).toEqual([first, first, second])
    expect(days.total).toEqual(byTill.total)
  })

  it('says of each till when it sold last and how much within an hour, without what was voided', async () => {
    const [one] = tills
    if (!one) throw new Error('no till')
    const today = async () => {
      const { states, rows } = await ask(mona, salesByTill, { firstDay: second, lastDay: second })
      const { tillId } = one.device.ctx.device
      return { ...states.find((each) => each.tillId === tillId), sold: rows.map(({ sales }) => sales) }
    }
    const [late] = one.shift?.sales ?? []
    expect(await today()).toMatchObject({ lastSaleAt: late?.soldAt, lastHour: 0, sold: [1] })
    const sold = await sell(one, { lines: [[2, 1000]] })
    box.clock.advance(1000)
    await sell(one, { lines: [[2, 1000]] }, true)
    expect(await today()).toMatchObject({ lastSaleAt: sold.soldAt, lastHour: 1, sold: [2] })
  })

  it('tells how fast somebody works to those only who lead staff, in a file too', async () => {
    const asked = { firstDay: first, lastDay: first, division: 'cashier' as const }
    expect((await ask(mona, salesDivided, asked)).parts.map(({ perHour }) => perHour)).not.toContainEqual(
      expect.any(Number),
    )
    expect((await ask(head, salesDivided, asked)).parts.map(({ perHour }) => perHour)).toContainEqual(
      expect.any(Number),
    )
    const how = { format: 'csv' as const, language: 'en' as const, columns: ['part', 'perHour'] as const }
    const file = async (as: Caller) => {
      const reply = await call(box.app, as, salesDividedExport, { filter: asked, ...how, columns: [...how.columns] })
      return String(reply.body['text'])
    }
    expect(await file(mona)).not.toMatch(/\d/)
    expect(await file(head)).toMatch(/sara.*\d/)
  })

  it('refuses sales to whom they are no business of, and a range that is none', async () => {
    const operator = await signInAs(box, canteen.school, 'omar', ['operator'])
    for (const endpoint of [salesByTill, salesByShift]) {
      expect(await call(box.app, operator, endpoint, {})).toMatchObject({ status: 403 })
    }
    const backwards = { firstDay: second, lastDay: first }
    expect(await call(box.app, mona, salesByTill, backwards)).toMatchObject({ status: 400 })
    const exported = {
      filter: { per: 'whole' as const },
      format: 'csv' as const,
      language: 'ar' as const,
      columns: ['total' as const],
    }
    expect(await call(box.app, mona, salesByTillExport, exported)).toMatchObject({ status: 200 })
    const other = await openCanteen(box, 'alfajr')
    const zayed = await signInAs(box, other.school, 'zayed', ['supervisor'])
    const theirs = await ask(zayed, salesByTill, { firstDay: first, lastDay: second })
    expect(theirs.total).toMatchObject({ sales: 0, total: minor(0) })
  })
})
