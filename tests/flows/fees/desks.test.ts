import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { unmetFeePayments } from '#shared/fees/fee-payment.contract.ts'
import { lockPeriod } from '#shared/fees/fee-refund.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { browserOf, closeTab, isSent, type OpenDeskTab, openTabIn } from '#tests/support/devices/desk-browser.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, ledgerFaults, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { makePupils, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

type Person = Awaited<ReturnType<typeof signInAs>>

describe.each(engines)('two desks without a network on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let desks: [Person, Person]
  let number: string
  const opened: OpenDeskTab[] = []
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'pearl')
    desks = [await signInAs(box, school, 'finance', ['finance']), await signInAs(box, school, 'finance-2', ['finance'])]
    const head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance: desks[0], head })
    const [child] = await makePupils(box, school, [{ father: 'Father', births: ['2022-05-05'] }])
    number = child?.id ?? ''
    await bill(box, desks[0], school, { parts: [1] })
    await staySignedIn(box)
  })
  afterEach(() => {
    for (const tab of opened.splice(0)) closeTab(tab)
  })
  afterAll(() => box.close())

  it('FEE-26: cash for the same part from two outboxes: both receipts stand, the second is credit, finance is told', async () => {
    const [finance] = desks
    const account = await accountOfChild(box, finance, number)
    const [item] = account.items
    const amount = minor(item?.open ?? 0)
    const payerId = account.payers[0]?.payerId ?? ''
    const paper = { payer: { en: 'Father', ar: 'الأب' }, children: [], cashier: { en: 'Desk', ar: 'مكتب' } }
    const wished = [{ chargeId: item?.chargeId ?? '', amount }]
    const money = { amount, currency: 'QAR', payerId, studentId: number, receivedOn: '2030-03-03', wished } as const
    const numbers: string[] = []
    const browsers = desks.map((person) => browserOf(box, person))
    for (const [no, browser] of browsers.entries()) {
      browser.network.offline = true
      const tab = await openTabIn(browser, desks[no] ?? desks[0], school.code)
      opened.push(tab)
      const operation = { ...money, opId: newOpId(), method: 'cash', paysFor: 'fees', reference: '' } as const
      const kept = await tab.desk.takeFeeCash({ operation, paper })
      numbers.push(kept.operation.provisional)
      expect(kept.receipt).toBeNull()
    }
    expect(new Set(numbers).size).toBe(2)
    for (const [no, browser] of browsers.entries()) {
      const tab = opened[no]
      browser.network.offline = false
      if (tab) await browser.world.time.until(() => isSent(tab), { stepMs: 5000, maxMs: 900_000 })
      expect((await tab?.desk.feeCash())?.[0]?.receipt?.number).toBe(`C-2030-00000${no + 1}`)
    }
    const after = await accountOfChild(box, finance, number)
    const receipts = after.payments.toSorted((a, b) => a.number.localeCompare(b.number))
    expect(receipts).toMatchObject([
      { number: 'C-2030-000001', provisional: numbers[0], credit: 0, unmet: 0 },
      { number: 'C-2030-000002', provisional: numbers[1], credit: amount, unmet: amount },
    ])
    const told = unmetFeePayments.reply.parse((await call(box.app, finance, unmetFeePayments, {})).body).receipts
    expect(told).toMatchObject([{ paymentId: receipts[1]?.paymentId, unmet: amount, payer: { payerId } }])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-27: a device killed with a printed receipt sends it 10 days later, in a locked period: booked today, flagged', async () => {
    const [finance] = desks
    const account = await accountOfChild(box, finance, number)
    const payerId = account.payers[0]?.payerId ?? ''
    const paper = { payer: { en: 'Father', ar: 'الأب' }, children: [], cashier: { en: 'Desk', ar: 'مكتب' } }
    const browser = browserOf(box, finance)
    browser.network.offline = true
    const tab = await openTabIn(browser, finance, school.code)
    const money = { amount: minor(700), currency: 'QAR', payerId, studentId: number, receivedOn: '2030-03-03' } as const
    const rest = { method: 'cash', paysFor: 'fees', reference: '' } as const
    const kept = await tab.desk.takeFeeCash({ operation: { ...money, ...rest, wished: [], opId: newOpId() }, paper })
    closeTab(tab)
    box.clock.advance(10 * dayMs)
    await staySignedIn(box)
    expect(await tell(box, finance, lockPeriod, { until: '2030-03-10' })).toBe(200)
    browser.network.offline = false
    const again = await openTabIn(browser, finance, school.code)
    opened.push(again)
    await browser.world.time.until(() => isSent(again), { stepMs: 5000, maxMs: 900_000 })
    const { provisional } = kept.operation
    const late = (await accountOfChild(box, finance, number)).payments.filter(
      (each) => each.provisional === provisional,
    )
    const booked = { receivedOn: '2030-03-03', effectiveOn: '2030-03-13', isLate: true, amount: 700 }
    expect(late).toMatchObject([{ number: 'C-2030-000003', ...booked }])
    expect(await ledgerFaults(box, school)).toEqual([])
  })
})
