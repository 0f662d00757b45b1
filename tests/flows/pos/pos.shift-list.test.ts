import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginPos, SignedIn } from '#shared/identity/auth.contract.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { shiftExport, shiftList, shiftReportEndpoint, transactionExport } from '#shared/pos/pos-report.contract.ts'
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
