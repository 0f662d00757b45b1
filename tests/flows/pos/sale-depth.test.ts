import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { forgetRemoved, keptDays } from '#server/features/pos/sales/dropped-carts.service.ts'
import { CustomerId, SaleId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { termsShown } from '#shared/pos/carts/line-terms.rules.ts'
import { saleDetail, shiftReportEndpoint, transactionReport } from '#shared/pos/pos-report.contract.ts'
import { ShiftReport } from '#shared/pos/shift.contract.ts'
import { accountStatement } from '#shared/pos/pupil-account.contract.ts'
import { refundShown } from '#shared/pos/refunds/refund.rules.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { RemovedLine, Sale } from '#shared/pos/sale.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { exchangeOp } from '#tests/support/pos/till-exchanges.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('a sale in depth on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let mona: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    mona = await signInAs(box, canteen.school, 'mona', ['supervisor'])
  })
  afterAll(() => box.close())

  const newTill = async () => {
    const till = new TillOps(await pairDevice(canteen))
    await flagsOf(till, till.openShift())
    return till
  }
  const flagsOf = async (till: TillOps, ...ops: unknown[]) =>
    (await hand(till.device, till.batch(ops))).results.map(({ flags }) => flags)
  const lastSale = (till: TillOps): Sale => {
    const sold = till.shift?.sales.at(-1)
    if (!sold) throw new Error('nothing sold')
    return sold
  }
  const pupil = (no: number): CustomerId => CustomerId.parse(canteen.customers[no])
  const balanceOf = async (customerId: CustomerId) => {
    const { body } = await call(box.app, mona, accountStatement, { customerId })
    return accountStatement.reply.parse(body).statement.balance
  }
  const reportOf = async (till: TillOps, who = mona) => {
    const { body } = await call(box.app, who, shiftReportEndpoint, { shiftId: till.shift?.open.id ?? '' })
    return shiftReportEndpoint.reply.parse(body)
  }
  const removed = (seconds: number): RemovedLine => {
    const [item] = canteen.items
    if (!item) throw new Error('no item')
    const { id: itemId, name, price } = item
    return { itemId, name, qtyMilli: 1000, price, secondsAfterAdding: seconds }
  }

  it('POS-69: keeps what was taken out of a cart beside the sale, out of every total and out of the log, for 60 days', async () => {
    const till = await newTill()
    const op = till.sale({ change: { removed: [removed(4), removed(95)] } })
    expect(await flagsOf(till, op)).toEqual([[]])
    const { report } = await reportOf(till)
    expect(report).toEqual(till.report())
    const detail = async () => {
      const { body } = await call(box.app, mona, saleDetail, { saleId: lastSale(till).id })
      return saleDetail.reply.parse(body)
    }
    expect((await detail()).removed.map(({ secondsAfterAdding }) => secondsAfterAdding)).toEqual([4, 95])
    const { rows } = await box.db.owner.execute(
      sql`select envelope::text as body from sync_ops where op_id = ${op.opId}`,
    )
    expect(String(rows[0]?.['body'])).not.toContain('secondsAfterAdding')
    const forgetAt = (days: number) => {
      const nowMs = box.clock.nowMs() + days * dayMs
      return forgetRemoved({ db: box.db.database }, canteen.school.schoolId, nowMs)
    }
    expect(await forgetAt(keptDays - 1)).toBe(0)
    expect(await forgetAt(keptDays + 1)).toBe(2)
    expect((await detail()).removed).toEqual([])
  })

  it('lists carts that were never paid to those who see all sales; one that was taken up again is none', async () => {
    const till = await newTill()
    const drop = (cartId: string, cause: string) =>
      till.op('pos.dropCart', {
        id: till.newId(),
        cartId,
        shiftId: till.shift?.open.id,
        cause,
        removed: [removed(70)],
        begunAt: toInstant(box.clock.nowMs() - 70_000),
        by: canteen.cashier,
        at: toInstant(box.clock.nowMs()),
      })
    const again = till.makeSale({})
    const gone = till.newId()
    expect(await flagsOf(till, drop(gone, 'emptied'), drop(again.id, 'emptied'))).toEqual([[], []])
    box.clock.advance(1000)
    expect(await flagsOf(till, drop(gone, 'shift-end'))).toEqual([[]])
    expect(await flagsOf(till, till.op('pos.sale', again))).toEqual([[]])
    const { droppedCarts } = await reportOf(till)
    expect(droppedCarts).toMatchObject([{ cause: 'shift-end', removed: [{ secondsAfterAdding: 70 }] }])
    const operator = await signInAs(box, canteen.school, 'omar', ['operator'])
    const { status } = await call(box.app, operator, shiftReportEndpoint, { shiftId: till.shift?.open.id ?? '' })
    expect(status).toBe(403)
  })

  const terms = { discount: { kind: 'ppm', value: 200_000, reason: 'crushed', by: '' as Sale['cashierId'] } } as const
  const approvalOf = (till: TillOps, sale: Sale) => ({
    id: till.newId(),
    act: 'line-discount' as const,
    hash: approvalHash('line-discount', termsShown(sale)),
    by: canteen.supervisor,
    proof: 'pin' as const,
    at: sale.soldAt,
  })

  it('flags discounts of single lines without an approval, with another one, and with one that served before', async () => {
    const till = await newTill()
    const by = canteen.supervisor
    const sell = (change: (sale: Sale) => Partial<Sale>) => {
      const sale = till.makeSale({ terms: { discount: { ...terms.discount, by } } })
      return till.op('pos.sale', { ...sale, ...change(sale) })
    }
    const none = sell(() => ({}))
    const good = sell((sale) => ({ approvals: [approvalOf(till, sale)] }))
    const { approvals } = good.body as Sale
    const reused = sell(() => ({ approvals }))
    const own = sell((sale) => ({ approvals: [{ ...approvalOf(till, sale), by: canteen.cashier }] }))
    expect(await flagsOf(till, none, good)).toEqual([['approval-missing'], []])
    expect(await flagsOf(till, reused, own)).toEqual([
      ['approval-differs', 'approval-reused'],
      ['approval-own', 'approver-not-allowed'],
    ])
    const { body } = await call(box.app, mona, transactionReport, {})
    const row = transactionReport.reply.parse(body).transactions.find(({ id }) => id === (good.body as Sale).id)
    expect(row?.reasons).toMatchObject([{ kind: 'line-discount', text: 'crushed', item: canteen.items[0]?.name }])
  })

  it('compares the list price of a line whose price was changed, and recomputes its discount', async () => {
    const till = await newTill()
    const by = canteen.supervisor
    const price = { amount: minor(100), reason: 'last one', by }
    const sale = till.makeSale({ terms: { price }, change: { cashierId: by } })
    expect(await flagsOf(till, till.op('pos.sale', sale))).toEqual([[]])
    const off = till.makeSale({
      terms: { discount: { ...terms.discount, value: 100_000, by } },
      change: { cashierId: by },
    })
    const [line] = off.lines
    if (!line?.ownDiscount) throw new Error('no discount')
    const wrong = { ...line, ownDiscount: { ...line.ownDiscount, amount: minor(line.ownDiscount.amount + 1) } }
    expect(await flagsOf(till, till.op('pos.sale', { ...off, lines: [wrong] }))).toEqual([['totals-differ']])
  })

  it('POS-58: an exchange is two whole documents, and the drawer gets the difference alone', async () => {
    const till = await newTill()
    await flagsOf(till, till.sale({ lines: [[0, 1000]] }))
    const before = till.report().expectedCash
    const sold = lastSale(till)
    expect(await flagsOf(till, exchangeOp(till, sold, { lines: [[0, 3000]] }))).toEqual([[]])
    const { report } = await reportOf(till)
    expect(report).toEqual(till.report())
    expect(report).toMatchObject({ salesCount: 2, refunds: { count: 1, total: sold.totals.total } })
    const full = ShiftReport.parse(report)
    expect(full.expectedCash - before).toBeCloseTo(lastSale(till).totals.total - sold.totals.total, -2)
    const dearer = lastSale(till)
    expect(await flagsOf(till, exchangeOp(till, dearer, { lines: [[0, 1000]] }))).toEqual([[]])
    expect(ShiftReport.parse((await reportOf(till)).report).expectedCash).toBeLessThan(full.expectedCash)
    const { body } = await call(box.app, mona, saleDetail, { saleId: lastSale(till).id })
    expect(saleDetail.reply.parse(body).exchangedReceiptNo).toBe(till.shift?.refunds.at(-1)?.receiptNo)
  })

  it('an exchange on account moves the difference once, however often it arrives; documents that disagree are flagged', async () => {
    const till = await newTill()
    const customerId = pupil(1)
    const before = await balanceOf(customerId)
    const pay = [{ kind: 'account' as const, customerId }]
    await flagsOf(till, till.sale({ lines: [[0, 1000]], pay }))
    const op = exchangeOp(till, lastSale(till), { lines: [[0, 1000]], pay })
    expect(await flagsOf(till, op)).toEqual([[]])
    await hand(till.device, till.batch([op]))
    expect(await balanceOf(customerId)).toBe(before - lastSale(till).totals.total)
    const odd = exchangeOp(till, lastSale(till), { lines: [[0, 1000]], pay })
    const { refund, sale } = odd.body as { refund: Refund; sale: Sale }
    const unlinked = till.op('pos.exchange', {
      id: till.newId(),
      refund: { ...refund, exchangeSaleId: SaleId.parse(till.newId()) },
      sale,
    })
    const other = { ...unlinked, seq: odd.seq, prevHash: odd.prevHash }
    expect(other.seq).toBe(odd.seq)
    expect(await flagsOf(till, odd, unlinked)).toEqual([
      [],
      expect.arrayContaining(['exchange-differs', 'id-repeated']),
    ])
    expect(await box.db.database.tenant(canteen.school.schoolId, ledgerFaults)).toEqual([])
  })

  it('goods without a receipt: to an account, flagged, always with an approval, never in cash', async () => {
    const till = await newTill()
    const customerId = pupil(2)
    const before = await balanceOf(customerId)
    await flagsOf(till, till.sale({}))
    const made = (change: Partial<Refund> = {}): Refund => {
      const body = till.makeRefund(lastSale(till), [1])
      const id = SaleId.parse(body.id)
      const { total } = body.totals
      const tenders: Refund['tenders'] = [
        { kind: 'account', id: till.newId(), amount: total, saleTenderId: id, customerId },
      ]
      return {
        ...body,
        saleId: id,
        saleReceiptNo: '',
        withoutSale: true,
        customerId,
        tenders,
        by: canteen.cashier,
        ...change,
      }
    }
    const good = made()
    const hash = approvalHash('refund-without-receipt', { ...refundShown(good), customerId })
    const approval = { id: till.newId(), act: 'refund-without-receipt' as const, hash, by: canteen.supervisor }
    const given = { ...approval, proof: 'pin' as const, at: good.at }
    expect(await flagsOf(till, till.op('pos.refund', { ...good, approval: given }))).toEqual([['without-sale']])
    expect(await balanceOf(customerId)).toBe(before + good.totals.total)
    const cash = made()
    const [part] = cash.tenders
    const out = {
      ...cash,
      tenders: [{ kind: 'cash', id: till.newId(), amount: part?.amount, saleTenderId: cash.id, rounding: 0 }],
    }
    expect(await flagsOf(till, till.op('pos.refund', made()), till.op('pos.refund', out))).toEqual([
      ['approval-missing', 'without-sale'],
      ['approval-missing', 'refund-way', 'without-sale'],
    ])
  })
})
