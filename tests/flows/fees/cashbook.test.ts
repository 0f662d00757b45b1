import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bankCash,
  cashbook,
  closeCashSession,
  openCashSession,
  ownCashSession,
} from '#shared/fees/cashbook/cashbook.contract.ts'
import { askRefund, decideClaim, payRefund } from '#shared/fees/fee-refund.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, ledgerFaults, newOpId, pay } from '#tests/support/fees/fee-ledger.ts'
import { makePupils, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('the cashbook on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let other: Caller
  let head: Caller
  let studentId: string
  let payerId: string
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'pearl')
    finance = await signInAs(box, school, 'finance', ['finance'])
    other = await signInAs(box, school, 'finance-2', ['finance'])
    head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    studentId = (await makePupils(box, school, [{ father: 'Father', births: ['2022-05-05'] }]))[0]?.id ?? ''
    await staySignedIn(box)
    payerId = (await accountOfChild(box, finance, studentId)).payers[0]?.payerId ?? ''
  })
  afterAll(() => box.close())

  const own = async (caller: Caller) =>
    ownCashSession.reply.parse((await call(box.app, caller, ownCashSession)).body).session
  const book = async () => cashbook.reply.parse((await call(box.app, head, cashbook)).body)
  const open = (caller: Caller, opId = newOpId()) =>
    tell(box, caller, openCashSession, { newSessionId: opId, desk: 'Desk 1', floatAmount: minor(20_000) })
  const count = (worth: number, of: number) => ({ worth, count: of })

  it('FEE-48: float + receipts − refunds − banked = counted ± a named difference, equal to the ledger', async () => {
    // Before the first session: of none.
    const early = await pay(box, finance, { payerId, studentId, amount: 700 })
    expect(await own(finance)).toBeNull()
    box.clock.advance(1000)
    const sessionId = newOpId()
    expect([await open(finance, sessionId), await open(finance, sessionId)]).toEqual([200, 200])
    expect(await open(finance)).toBe('fees.cash-open')
    box.clock.advance(1000)
    const receipt = await pay(box, finance, { payerId, studentId, amount: 50_000 })
    await pay(box, finance, { payerId, studentId, amount: 9_999, method: 'card', reference: '1' })
    const refund = { opId: newOpId(), paymentId: receipt.paymentId, payerId, amount: minor(5_000) }
    expect(await tell(box, finance, askRefund, { ...refund, method: 'cash', reason: 'Too much' })).toBe(200)
    expect(await tell(box, head, decideClaim, { claimId: refund.opId, isApproved: true })).toBe(200)
    const paid = { opId: newOpId(), claimId: refund.opId, paidOn: '2030-03-03' }
    expect(await tell(box, finance, payRefund, paid)).toBe(200)
    const banked = { opId: newOpId(), amount: minor(30_000) }
    expect([await tell(box, finance, bankCash, banked), await tell(box, finance, bankCash, banked)]).toEqual([200, 200])
    expect(await tell(box, finance, bankCash, { opId: newOpId(), amount: minor(35_001) })).toBe('fees.cash-more')
    const session = await own(finance)
    const sums = { float: 20_000, receipts: 50_000, refunds: 5_000, banked: 30_000, expected: 35_000 }
    expect(session).toMatchObject({ sessionId, ...sums, counted: null })
    expect(session?.entries.map(({ kind, number }) => [kind, number])).toEqual(
      expect.arrayContaining([
        ['receipt', receipt.number],
        ['refund', 'R-2030-000001'],
        ['banked', null],
      ]),
    )
    expect((await book()).ledger).toEqual({ cash: 15_700, inSessions: 15_000, outside: 700 })
    expect(early.number).not.toBe(receipt.number)
    // Nobody else counts it.
    const asked = { sessionId, counts: [count(10_000, 3), count(1_000, 4)], expectedAmount: minor(35_000) }
    expect(await own(other)).toBeNull()
    expect(await tell(box, other, closeCashSession, asked)).toBe('request.not-found')
    expect(await tell(box, finance, closeCashSession, { ...asked, expectedAmount: minor(1) })).toBe('fees.cash-changed')
    expect(await tell(box, finance, closeCashSession, { ...asked, counts: [count(3, 1)] })).toBe('request.invalid')
    // A thousand short: only with its reason.
    expect(await tell(box, finance, closeCashSession, asked)).toBe('request.invalid')
    const named = { ...asked, differenceReason: 'change' as const, note: 'Gave too much back' }
    expect([
      await tell(box, finance, closeCashSession, named),
      await tell(box, finance, closeCashSession, named),
    ]).toEqual([200, 200])
    const { sessions, ledger } = await book()
    expect(sessions).toMatchObject([
      { ...sums, counted: 34_000, difference: -1_000, differenceReason: 'change', desk: 'Desk 1' },
    ])
    expect(ledger).toEqual({ cash: 14_700, inSessions: 14_000, outside: 700 })
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-48: a receipt that arrives after the drawer was counted belongs to the next session of its cashier', async () => {
    box.clock.advance(1000)
    const late = await pay(box, finance, { payerId, studentId, amount: 2_000, receivedOn: '2030-03-02' })
    expect((await book()).ledger.outside).toBe(2_700)
    // Of another cashier it is none.
    expect(await open(other)).toBe(200)
    expect((await own(other))?.entries).toEqual([])
    expect(await open(finance)).toBe(200)
    const session = await own(finance)
    expect(session?.entries).toMatchObject([{ kind: 'receipt', number: late.number, on: '2030-03-02', amount: 2_000 }])
    const counts = [count(20_000, 1), count(1_000, 2)]
    const asked = { sessionId: session?.sessionId ?? '', counts, expectedAmount: minor(22_000) }
    expect(await tell(box, finance, closeCashSession, asked)).toBe(200)
    const { sessions, ledger } = await book()
    expect(sessions.find(({ sessionId }) => sessionId === asked.sessionId)).toMatchObject({
      difference: 0,
      counted: 22_000,
    })
    expect(ledger).toEqual({ cash: 16_700, inSessions: 16_000, outside: 700 })
  })
})
