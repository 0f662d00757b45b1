import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { missingReceipts } from '#server/features/pos/pos.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { CustomerId, SaleId, ShiftId } from '#shared/kernel/fields.ts'
import { minor, negate } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { shiftReportEndpoint, transactionReport } from '#shared/pos/pos-report.contract.ts'
import { ShiftReport } from '#shared/pos/shift.contract.ts'
import { accountStatement, setEntitlement } from '#shared/pos/pupil-account.contract.ts'
import { refundableSale } from '#shared/pos/refunds/refundable-sale.contract.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('refunds on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let mona: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    mona = await signInAs(box, canteen.school, 'mona', ['supervisor'])
  })
  afterAll(() => box.close())

  const newTill = async () => new TillOps(await pairDevice(canteen))
  const push = async (till: TillOps, ...ops: unknown[]) => (await hand(till.device, till.batch(ops))).results
  const flagsOf = async (till: TillOps, ...ops: unknown[]) => (await push(till, ...ops)).map(({ flags }) => flags)
  const inSchool = <T>(read: (tx: Tx) => Promise<T>) => box.db.database.tenant(canteen.school.schoolId, read)
  const pupil = (no: number): CustomerId => {
    const id = canteen.customers[no]
    if (!id) throw new Error('no such pupil')
    return id
  }
  const statementOf = async (customerId: CustomerId) => {
    const { body } = await call(box.app, mona, accountStatement, { customerId })
    return accountStatement.reply.parse(body).statement
  }
  const lastSale = (till: TillOps): Sale => {
    const sold = till.shift?.sales.at(-1)
    if (!sold) throw new Error('nothing sold')
    return sold
  }
  const serverReport = async (till: TillOps) => {
    const { body } = await call(box.app, mona, shiftReportEndpoint, { shiftId: till.shift?.open.id ?? '' })
    return shiftReportEndpoint.reply.parse(body)
  }

  it('POS-51: 1 + 1 + 1 of three at three tills, then a fourth: all are booked, the fourth is flagged', async () => {
    const seller = await newTill()
    const customerId = pupil(0)
    const before = (await statementOf(customerId)).balance
    await push(seller, seller.openShift(), seller.sale({ lines: [[0, 3000]], pay: [{ kind: 'account', customerId }] }))
    const sold = lastSale(seller)
    const tills = [seller, await newTill(), await newTill(), await newTill()]
    const answers = []
    for (const till of tills) {
      if (till !== seller) await push(till, till.openShift())
      answers.push(await flagsOf(till, till.refund(sold, [1])))
    }
    expect(answers).toEqual([[[]], [[]], [[]], [['over-refunded']]])
    const back = tills.flatMap((till) => till.shift?.refunds ?? []).reduce((all, r) => all + r.totals.total, 0)
    expect((await statementOf(customerId)).balance).toBe(before - sold.totals.total + back)
    for (const till of tills) {
      const { report } = await serverReport(till)
      expect({ ...report, countedCash: null, difference: null }).toEqual(till.report())
    }
    expect(await inSchool(ledgerFaults)).toEqual([])
  })

  it('POS-59: counts in its own shift: the Z of the sale’s shift is unchanged, cash leaves the later drawer', async () => {
    const till = await newTill()
    await push(till, till.openShift(), till.sale({ lines: [[0, 2000]] }))
    const sold = lastSale(till)
    await push(till, till.closeShift())
    const first = (await serverReport(till)).report
    await push(till, till.openShift(), till.refund(sold, [1]))
    const results = await push(till, till.closeShift())
    expect(results).toMatchObject([{ outcome: 'applied', flags: [] }])
    const second = ShiftReport.parse((await serverReport(till)).report)
    const total = till.shift?.refunds[0]?.totals.total
    expect(second).toMatchObject({ total: 0, salesCount: 0, refunds: { count: 1, total } })
    expect(second.expectedCash).toBe(10_000 - (second.refunds?.cash ?? 0))
    const { rows } = await box.db.owner.execute(
      sql`select id from shifts where no = 1 and till_id = ${till.device.ctx.device.tillId}`,
    )
    const { body } = await call(box.app, mona, shiftReportEndpoint, { shiftId: String(rows[0]?.['id']) })
    expect(shiftReportEndpoint.reply.parse(body).report).toEqual(first)
  })

  it('POS-55: cash for what an account paid is booked with an exception', async () => {
    const till = await newTill()
    const customerId = pupil(1)
    await push(till, till.openShift(), till.sale({ pay: [{ kind: 'account', customerId }] }))
    const sold = lastSale(till)
    const [tender] = sold.tenders
    const back = {
      kind: 'cash' as const,
      id: till.newId(),
      amount: sold.totals.total,
      saleTenderId: tender?.id ?? '',
      rounding: minor(0),
    }
    expect(await flagsOf(till, till.refund(sold, [1], { tenders: [back] }))).toEqual([['refund-way']])
    expect((await serverReport(till)).exceptions.map(({ code, receiptNo }) => [code, receiptNo])).toEqual([
      ['refund-way', till.shift?.refunds[0]?.receiptNo],
    ])
  })

  it('POS-57: a void and a refund of one sale never give its money twice, whichever comes first', async () => {
    const customerId = pupil(2)
    const before = (await statementOf(customerId)).balance
    const till = await newTill()
    const other = await newTill()
    const sale = { lines: [[0, 2000]] as const, pay: [{ kind: 'account' as const, customerId }] }
    await push(till, till.openShift(), till.sale(sale))
    await push(other, other.openShift())
    const voidFirst = lastSale(till)
    expect(await flagsOf(till, till.voidSale())).toEqual([[]])
    expect(await flagsOf(other, other.refund(voidFirst, [1]))).toEqual([['refund-of-void']])
    expect((await statementOf(customerId)).balance).toBe(before)
    await push(till, till.sale(sale))
    const refundFirst = lastSale(till)
    expect(await flagsOf(other, other.refund(refundFirst, [1]))).toEqual([[]])
    expect(await flagsOf(till, till.voidSale())).toEqual([['refunded-before']])
    expect((await statementOf(customerId)).balance).toBe(before)
    expect(await inSchool(ledgerFaults)).toEqual([])
  })

  it('POS-56: gives the family what it paid first, the rest to the day of the school, and on the next day to nobody', async () => {
    const till = await newTill()
    const customerId = pupil(0)
    const finance = await signInAs(box, canteen.school, 'fatima', ['finance'])
    const today = till.openShift().body as { businessDay: string }
    const entitlement = { amount: 1000, weekdays: [0, 1, 2, 3, 4, 5, 6], from: today.businessDay, until: null }
    await call(box.app, finance, setEntitlement, { customerId, entitlement })
    const pay = [{ kind: 'account' as const, customerId }]
    const seller = await newTill()
    // A statement is in the order of arrival.
    box.clock.advance(1000)
    await push(seller, seller.openShift(), seller.sale({ lines: [[0, 2000]], pay }))
    const sold = lastSale(seller)
    const { total } = sold.totals
    const linesOf = async () =>
      (await statementOf(customerId)).lines.map(({ kind, amount, covered }) => [kind, amount, covered] as const)
    expect((await linesOf())[0]).toEqual(['sale', negate(total), 1000])
    await push(seller, seller.refund(sold, [1]))
    const first = seller.shift?.refunds[0]?.totals.total ?? 0
    const school = first - (total - 1000)
    expect(await linesOf()).toContainEqual(['refund', first, -school])
    box.clock.advance(1000)
    await push(seller, seller.sale({ pay }))
    const again = lastSale(seller).totals.total
    expect((await linesOf()).filter(([kind]) => kind === 'sale')[0]).toEqual([
      'sale',
      negate(again),
      Math.min(school, again),
    ])
    box.clock.advance(dayMs)
    mona = await signInAs(box, canteen.school, 'dana', ['supervisor'])
    const later = await newTill()
    await push(later, later.openShift(), later.refund(sold, [1], {}, seller.shift?.refunds))
    const rest = total - first
    expect((await linesOf())[0]).toEqual(['refund-credit', rest, -rest])
    expect((await statementOf(customerId)).coveredToday).toBe(0)
    expect(await inSchool(ledgerFaults)).toEqual([])
  })

  it('is one row, one entry and one number however often it is sent, and its number is not missing', async () => {
    const till = await newTill()
    const customerId = pupil(1)
    await push(till, till.openShift(), till.sale({ pay: [{ kind: 'account', customerId }] }))
    const ops = [till.refund(lastSale(till), [1])]
    const answers = []
    for (let n = 0; n < 3; n += 1) answers.push((await push(till, ...ops)).at(-1)?.outcome)
    expect(answers).toEqual(['applied', 'duplicate', 'duplicate'])
    const { lines } = await statementOf(customerId)
    const numbers = lines.filter(({ kind }) => kind === 'refund').map(({ receiptNo }) => receiptNo)
    expect(numbers.filter((no) => no === till.shift?.refunds[0]?.receiptNo)).toHaveLength(1)
    const shift = { id: ShiftId.parse(till.shift?.open.id), tillId: till.device.ctx.device.tillId, epoch: 1 }
    expect(await inSchool((tx) => missingReceipts(tx, canteen.school.schoolId, shift))).toEqual([])
    const { body } = await call(box.app, mona, transactionReport, { till: till.device.tillCode })
    const { transactions } = transactionReport.reply.parse(body)
    const listed = transactions.find(({ kind }) => kind === 'refund')
    const total = till.shift?.refunds[0]?.totals.total ?? 0
    expect(listed).toMatchObject({
      amount: -Number(total),
      itemCount: 1,
      tenders: [{ kind: 'account', amount: -Number(total) }],
    })
    expect(listed?.reasons).toMatchObject([{ kind: 'refund', text: 'cold' }])
  })

  it('finds a sale by its number with what was given back, for those who may refund and in this school alone', async () => {
    const till = await newTill()
    await push(till, till.openShift(), till.sale({ lines: [[0, 3000]] }))
    const sold = lastSale(till)
    await push(till, till.refund(sold, [1]))
    const { receiptNo } = sold
    const { body } = await call(box.app, mona, refundableSale, { receiptNo })
    const { found } = refundableSale.reply.parse(body)
    expect(found).toMatchObject({ isVoided: false, sale: { id: sold.id, totals: sold.totals, tenders: sold.tenders } })
    expect(found.earlier.map(({ lines }) => lines.map(({ qtyMilli }) => qtyMilli))).toEqual([[1000]])
    const askedBy = async (who: Caller, no: string) =>
      (await call(box.app, who, refundableSale, { receiptNo: no })).status
    expect([await askedBy(mona, `${receiptNo}9`), await askedBy(mona, "x' or 1=1 --")]).toEqual([404, 404])
    const finance = await signInAs(box, canteen.school, 'amal', ['finance'])
    expect(await askedBy(finance, receiptNo)).toBe(403)
    const other = await openCanteen(box, 'manara')
    expect(await askedBy(await signInAs(box, other.school, 'jamal', ['supervisor']), receiptNo)).toBe(404)
  })

  it('is booked with a flag for an unknown sale, amounts that do not follow, a repeated number or another currency', async () => {
    const till = await newTill()
    await push(till, till.openShift(), till.sale({ lines: [[0, 2000]] }))
    const sold = lastSale(till)
    const more = { ...sold.totals, total: minor(sold.totals.total + 100), net: minor(sold.totals.net + 100) }
    expect(
      await flagsOf(
        till,
        till.refund({ ...sold, id: SaleId.parse(till.newId()) }, [1]),
        till.refund(sold, [1], { totals: more }),
        till.refund(sold, [1], { receiptSeq: 1, currency: 'OMR' }),
      ),
    ).toEqual([['sale-unknown'], ['refund-differs'], ['currency-differs', 'number-repeated']])
  })

  it('POS-62 POS-63: beyond the limits it names the approval that is missing, used twice, own or for something else', async () => {
    const till = await newTill()
    const { cashier, supervisor } = canteen
    await push(till, till.openShift(), till.sale({ lines: [[0, 90_000]] }), till.sale({ lines: [[0, 90_000]] }))
    const sales = till.shift?.sales ?? []
    const [first, second] = sales
    if (!first || !second) throw new Error('nothing sold')
    const at = new Date(box.clock.nowMs()).toISOString()
    const approval = {
      id: till.newId(),
      act: 'refund' as const,
      hash: '0'.repeat(64),
      by: supervisor,
      proof: 'pin' as const,
      at,
    }
    expect(await flagsOf(till, till.refund(first, [25], { by: cashier }))).toEqual([['approval-missing']])
    expect(await flagsOf(till, till.refund(first, [25], { by: cashier, approval }))).toEqual([['approval-differs']])
    expect(await flagsOf(till, till.refund(second, [25], { by: supervisor, approval }))).toEqual([
      ['approval-differs', 'approval-own', 'approval-reused'],
    ])
  })
})
