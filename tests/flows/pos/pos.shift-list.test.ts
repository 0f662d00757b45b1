import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginPos, SignedIn } from '#shared/identity/auth.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import {
  saleDetail,
  shiftExport,
  shiftList,
  shiftReportEndpoint,
  transactionExport,
  transactionReport,
} from '#shared/pos/pos-report.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeUser, password } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { bookFrom, linesFrom } from '#tests/support/records/export-kit.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('the shifts of a school on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let till: TillOps
  const callers: Record<string, Caller> = {}

  const listed = async (who: string, filter: object = {}) => {
    const { body } = await call(box.app, callers[who] ?? {}, shiftList, filter)
    return shiftList.reply.parse(body).shifts
  }
  const reported = async () => {
    const { body } = await call(box.app, callers.huda ?? {}, shiftReportEndpoint, {
      shiftId: till.shift?.open.id ?? '',
    })
    return shiftReportEndpoint.reply.parse(body)
  }
  const series = () => `${till.device.siteCode}-${till.device.tillCode}-1`

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    const manara = await openCanteen(box, 'manara')
    await makeUser(box, canteen.school, 'omar', ['operator'])
    for (const [who, school, userName] of [
      ['huda', 'alnoor', 'huda'],
      ['sara', 'alnoor', 'sara'],
      ['omar', 'alnoor', 'omar'],
      ['other', 'manara', 'huda'],
    ] as const) {
      const { body } = await call(box.app, { school }, loginPos, { userName, password })
      callers[who] = { school, token: SignedIn.parse(body).token }
    }
    expect(manara.school.code).toBe('manara')
    till = new TillOps(await pairDevice(canteen))
    const { stream } = till
    const tails = { [stream]: { nextSeq: 9, pending: 3, oldestAt: '2030-03-03T05:00:00.000Z', pendingMinor: 4500 } }
    const open = till.openShift()
    const [first, lost, third] = [till.makeSale({}), till.makeSale({}), till.makeSale({})]
    const discount = { kind: 'amount', value: 100, by: canteen.cashier } as const
    const ops = [open, till.op('pos.sale', first), till.op('pos.sale', third), till.sale({ discount })]
    expect(lost.receiptSeq).toBe(2)
    const { results } = await hand(till.device, till.batch(ops, { tails }))
    expect(results.map(({ outcome }) => outcome)).toEqual(ops.map(() => 'applied'))
  })
  afterAll(() => box.close())

  it('are there for supervisors, to operators their own, and for no other school', async () => {
    expect(await listed('huda')).toMatchObject([
      { no: 1, series: series(), openedBy: { en: 'sara' }, closedAt: null, closedBy: null, exceptionCount: 1 },
    ])
    expect(await listed('sara')).toEqual(await listed('huda'))
    expect([await listed('omar'), await listed('other')]).toEqual([[], []])
    const denied = await call(box.app, callers.other ?? {}, shiftReportEndpoint, { shiftId: till.shift?.open.id ?? '' })
    expect(denied.status).toBe(404)
    expect((await call(box.app, { school: 'alnoor' }, shiftList)).status).toBe(401)
  })

  it('say what is missing, what is odd and what the till still holds', async () => {
    const { missingReceipts, exceptions, beacon, shift } = await reported()
    expect(missingReceipts).toEqual([2])
    expect(exceptions).toMatchObject([{ code: 'discount-not-allowed', receiptNo: `${series()}-000004` }])
    expect(beacon).toMatchObject({ unsentCount: 3, unsentMinor: 4500 })
    expect([shift]).toEqual(await listed('huda'))
  })

  it('are found by day and till, the latest first', async () => {
    box.clock.advance(minuteMs)
    const later = new TillOps(await pairDevice(canteen))
    await hand(later.device, later.batch([later.openShift(), later.closeShift()]))
    const all = await listed('huda')
    expect(all.map(({ shiftId }) => shiftId)).toEqual([later.shift?.open.id, till.shift?.open.id])
    expect(all[0]).toMatchObject({ closedAt: expect.any(String), closedBy: { en: 'sara' }, exceptionCount: 0 })
    expect(await listed('huda', { till: till.device.tillCode })).toEqual(all.slice(1))
    expect(await listed('huda', { day: all[0]?.businessDay })).toEqual(all)
    expect(await listed('huda', { day: '2029-01-01' })).toEqual([])
    const day = all[0]?.businessDay
    const found = [
      { day: '2029-01-01', lastDay: day },
      { day, lastDay: '2099-01-01' },
      { day, lastDay: day },
      { lastDay: day },
    ]
    for (const filter of found) expect(await listed('huda', filter)).toEqual(all)
    for (const filter of [
      { day: '2029-01-01', lastDay: '2029-12-31' },
      { day: '2099-01-01', lastDay: day },
    ])
      expect(await listed('huda', filter)).toEqual([])
  })

  it('show why, and who said so: on each entry, on the shift, in the file and on the opened sale', async () => {
    box.clock.advance(minuteMs)
    const odd = new TillOps(await pairDevice(canteen))
    const open = odd.openShift()
    const plain = odd.makeSale({ discount: { kind: 'amount', value: 100 } })
    const lines = plain.lines.map((line) => ({ ...line, overrideReason: 'the nurse agreed' }))
    const sale = odd.op('pos.sale', { ...plain, lines })
    const ops = [open, sale, odd.voidSale(plain), odd.moveCash('paid-out', 2000)]
    const report = { ...odd.report(5000), countedCash: minor(5000) }
    const close = { countedCash: minor(5000), differenceReason: 'a bill is missing', report }
    await hand(odd.device, odd.batch([...ops, odd.closeShift(0, close)]))

    const filter = { till: odd.device.tillCode }
    const { body } = await call(box.app, callers.huda ?? {}, transactionReport, filter)
    const rows = transactionReport.reply.parse(body).transactions
    const said = (kind: string) => rows.find((row) => row.kind === kind)?.reasons
    const item = plain.lines[0]?.name
    const [sara, huda] = [expect.objectContaining({ en: 'sara' }), expect.objectContaining({ en: 'huda' })]
    const reasons = [
      { kind: 'allergy', text: 'the nurse agreed', by: sara, item, approvedBy: null },
      { kind: 'discount', text: 'staff', by: huda, item: null, approvedBy: null },
    ]
    expect(said('sale')).toEqual(reasons)
    expect(said('void')).toEqual([{ kind: 'void', text: 'wrong', by: sara, item: null, approvedBy: null }])
    expect(said('paid-out')).toEqual([{ kind: 'cash', text: 'bank', by: sara, item: null, approvedBy: null }])
    expect(said('shift-close')).toEqual([
      { kind: 'difference', text: 'a bill is missing', by: sara, item: null, approvedBy: null },
    ])
    expect(rows.find((row) => row.kind === 'paid-out')?.amount).toBe(-2000)
    // What was counted in the drawer is no money that moved: the column says what was sold and moved alone.
    const counted = rows.filter(({ kind }) => kind.startsWith('shift-'))
    expect(counted.map(({ kind, amount, drawer }) => [kind, amount, drawer])).toEqual([
      ['shift-close', 0, 5000],
      ['shift-open', 0, odd.shift?.open.floatAmount],
    ])
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(-2000)

    const shiftId = odd.shift?.open.id ?? ''
    const shift = await call(box.app, callers.huda ?? {}, shiftReportEndpoint, { shiftId })
    const kinds = shiftReportEndpoint.reply.parse(shift.body).reasons.map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['allergy', 'cash', 'difference', 'discount', 'void'])

    const columns = ['kind', 'reasons', 'approvedBy']
    const supervisor = await signInAs(box, canteen.school, 'hessa', ['supervisor'])
    expect(await linesFrom(box, supervisor, transactionExport, { filter, columns })).toContain(
      `Sale,"Allergy override ${item?.en}: the nurse agreed, Discount: staff",huda`,
    )
    const drawer = { filter, columns: ['kind', 'amount', 'drawer'] }
    const counts = await linesFrom(box, supervisor, transactionExport, drawer)
    expect(counts).toEqual(expect.arrayContaining(['Shift closed,,50.00', 'Paid out,-20.00,']))

    const opened = await call(box.app, callers.huda ?? {}, saleDetail, { saleId: plain.id })
    const detail = saleDetail.reply.parse(opened.body)
    expect(detail.sale).toMatchObject({
      receiptNo: plain.receiptNo,
      lines,
      tenders: plain.tenders,
      totals: plain.totals,
    })
    expect(detail.voidReason).toBe('wrong')
    expect((await call(box.app, callers.omar ?? {}, saleDetail, { saleId: plain.id })).status).toBe(403)
    expect((await call(box.app, callers.other ?? {}, saleDetail, { saleId: plain.id })).status).toBe(404)
  })

  it('are taken out with what was sold, money as values, by who keeps the books and at a desk alone', async () => {
    const finance = await signInAs(box, canteen.school, 'fatima', ['finance'])
    const filter = { till: till.device.tillCode }
    const columns = ['kind', 'receiptNo', 'amount', 'paidWith', 'cashier']
    const [head, ...rows] = await linesFrom(box, finance, transactionExport, { filter, columns })
    expect(head).toBe('Type,Receipt,Amount,Paid with,Cashier')
    expect(rows).toHaveLength(4)
    expect(rows).toContainEqual(`Sale,${series()}-000001,7.00,cash,sara`)
    const book = await bookFrom(box, finance, transactionExport, { filter, columns: ['amount'] })
    expect(book.match(/ s="6"><v>7\.00<\/v>/g)).toHaveLength(2)
    const shifts = await linesFrom(box, finance, shiftExport, {
      columns: ['series', 'shift', 'openedBy', 'exceptions'],
    })
    expect(shifts[0]).toBe('Series,Shift,Opened by,Exceptions')
    expect(shifts).toHaveLength(1 + (await listed('huda')).length)
    expect(shifts.at(-1)).toBe(`${series()},1,sara,1`)
    for (const who of ['huda', 'sara', 'omar'])
      for (const to of [transactionExport, shiftExport])
        expect((await call(box.app, callers[who] ?? {}, to, { language: 'en' })).body.messageId).toBe('access.denied')
  })
})
