import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSchool } from '#server/features/school/school.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import { takeCash } from '#shared/admissions/desk-cash.contract.ts'
import { feeCheques, moveCheque, receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import { removeFeeComponent, saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { type FeeSettingsInput, saveFeeSettings } from '#shared/fees/setup/fee-settings.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, ledgerFaults, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { aComponent, feeSetup, makePupils, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { type Change, outcomeOf, stepNow } from '#tests/support/records/decisions-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('what a school charges besides its schedules on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let head: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance'])
    head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    await place('none')
  })
  afterAll(() => box.close())

  const place = (regulator: Regulator) =>
    box.db.database.tenant(school.schoolId, async (tx) => {
      const { profile } = await readSchool(tx, school.schoolId)
      await tx.update(schools).set({ profile: { ...profile, regulator } })
    })
  const set = async (part: Partial<FeeSettingsInput>) => {
    const { settings } = await feeSetup(box, finance)
    const { revision: seen, ...values } = settings
    return call(box.app, finance, saveFeeSettings, { settings: { ...values, ...part }, seen })
  }
  const sums = async () => {
    const { rows } = await box.db.owner.execute<{ account: string; amount: number }>(sql`
      select account, sum(amount)::int as amount from (
        select debit as account, amount from fee_postings where school_id = ${school.schoolId}
        union all select credit, -amount from fee_postings where school_id = ${school.schoolId}) p
      where account in ('cash', 'application-fees', 'vat', 'refunds-payable') group by 1`)
    return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
  }
  const does = async (id: string, change: Change, who = finance) =>
    outcomeOf(await stepNow(box, who, id, change, finance))
  const pays = (id: string, amount: number, receipt: string) =>
    does(id, { kind: 'application-fee', amount: minor(amount), method: 'cash', receipt, on: '2030-03-02' })
  const vat = { taxCode: 'standard', taxPpm: 50_000 } as const

  it('an application fee contains the tax of its code from then on; what came before stays as it is', async () => {
    const { id } = await makeStudent(box, school)
    expect(await pays(id, 10_500, 'A1')).toBe('new')
    expect((await set({ applicationTax: { taxCode: 'zero', taxPpm: 50_000 } })).status).toBe(400)
    expect((await set({ applicationTax: vat })).status).toBe(200)
    expect(await pays(id, 10_500, 'A2')).toBe('new')
    expect((await fileOf(box, finance, id)).fee).toMatchObject({
      tax: vat,
      paid: [
        { amount: 10_500, tax: null },
        { amount: 10_500, tax: { ...vat, tax: 500 } },
      ],
    })
    expect(await sums()).toEqual({ cash: 21_000, 'application-fees': -20_500, vat: -500 })
    // Another rate re-prices nothing.
    expect((await set({ applicationTax: { ...vat, taxPpm: 150_000 } })).status).toBe(200)
    expect((await fileOf(box, finance, id)).fee.paid[1]?.tax).toMatchObject({ taxPpm: 50_000, tax: 500 })
    expect((await set({ applicationTax: vat })).status).toBe(200)
    // Owed back: the tax that it contained goes back with it.
    const registrar = await signInAs(box, school, 'registrar', ['registrar'])
    const refuses = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'age' } as const
    expect(await does(id, refuses, registrar)).toBe('rejected')
    expect(await sums()).toEqual({ cash: 21_000, 'application-fees': 0, vat: 0, 'refunds-payable': -21_000 })
  })

  it('a payment that is taken back takes its tax along', async () => {
    const before = await sums()
    const { id } = await makeStudent(box, school)
    expect(await pays(id, 21_000, 'B1')).toBe('new')
    const [payment] = (await fileOf(box, finance, id)).fee.paid
    expect(payment?.tax).toMatchObject({ tax: 1_000 })
    expect(await does(id, { kind: 'fee-reversal', paymentId: payment?.id ?? '', reason: 'Another child' })).toBe('new')
    expect(await sums()).toEqual(before)
  })

  it('the receipt of cash at the desk names the tax', async () => {
    const { id } = await makeStudent(box, school)
    const { body } = await call(box.app, finance, takeCash, {
      id: OpId.parse(crypto.randomUUID()),
      student_id: id,
      paysFor: 'application-fee',
      offerId: null,
      amount: minor(10_500),
      currency: 'QAR',
      provisional: 'P-2K3M4F-0001',
      takenAt: '2030-03-03T05:00:00.000Z',
      known: { received: minor(0), due: null, asOf: '2030-03-03T04:00:00.000Z' },
    })
    expect(takeCash.reply.parse(body).receipt.tax).toEqual({ ...vat, tax: 500 })
    expect((await fileOf(box, finance, id)).cash[0]?.tax).toEqual({ ...vat, tax: 500 })
  })

  /** Takes a cheque of today, brings it to the bank, and it bounces. @returns the child's account before and after */
  const bounce = async (child: string, number: string) => {
    const [payer] = (await accountOfChild(box, finance, child)).payers
    const chequeId = newOpId()
    const day = '2030-03-03'
    const paper = { bank: 'QNB', account: 'QA 1', number, receivedOn: day, datedOn: day, amount: minor(50_000) }
    expect(await tell(box, finance, receiveCheque, { chequeId, payerId: payer?.payerId ?? '', ...paper })).toBe(200)
    const step = (to: 'deposit' | 'bounce') => ({ opId: newOpId(), chequeId, step: to, movedOn: day })
    expect(await tell(box, finance, moveCheque, step('deposit'))).toBe(200)
    box.clock.advance(1)
    const bounced = step('bounce')
    expect(await tell(box, finance, moveCheque, bounced)).toBe(200)
    expect(await tell(box, finance, moveCheque, bounced)).toBe(200)
    return accountOfChild(box, finance, child)
  }

  it('FEE-29: a cheque that bounces is charged for, once, where the school has set a fee and its regulator allows it', async () => {
    const [made] = await makePupils(box, school, [{ father: 'Khalid', births: ['2019-01-01'] }])
    const child = made?.id ?? ''
    await bill(box, finance, school, { studentIds: [child], parts: [1] })
    const without = await bounce(child, '1')
    expect(without.items).toHaveLength(1)
    const plain = { kind: 'other', refundRule: 'none', billing: 'first-part', isDeferred: false } as const
    const component = aComponent('BOUNCE', { ...plain, ...vat, capsAsTuition: false })
    expect(await tell(box, finance, saveFeeComponent, { component, seen: 0 })).toBe(200)
    const bounceFee = { component: 'BOUNCE', amount: minor(20_000) }
    expect((await set({ bounceFee: { ...bounceFee, component: 'TUITION' } })).body.messageId).toBe('request.invalid')
    expect((await set({ bounceFee })).status).toBe(200)
    expect(await tell(box, finance, removeFeeComponent, { componentCode: 'BOUNCE' })).toBe('fees.in-use')
    const retired = { component: { ...component, isRetired: true }, seen: 1 }
    expect(await tell(box, finance, saveFeeComponent, retired)).toBe('fees.in-use')
    const { body } = await call(box.app, finance, feeCheques, {})
    expect(feeCheques.reply.parse(body).bounceFee).toMatchObject({ component: { code: 'BOUNCE' }, amount: 20_000 })
    const account = await bounce(child, '2')
    const charged = account.items.filter(({ component: { code } }) => code === 'BOUNCE')
    expect(charged).toMatchObject([{ billed: 20_000, tax: 1_000, open: 21_000, dueOn: '2030-03-03' }])
    // What the cheque had settled is open again, and only that.
    expect(account.items.at(-1)).toMatchObject({ part: 1, open: without.items[0]?.open })
    // Another one is another charge, and the plan's parts are billed as before.
    expect((await bounce(child, '3')).items.filter(({ component: { code } }) => code === 'BOUNCE')).toHaveLength(2)
    expect((await bill(box, finance, school, { studentIds: [child], parts: [2] })).errors).toEqual([])
    expect(await ledgerFaults(box, school)).toEqual([])
    await place('dubai')
    expect((await bounce(child, '4')).items.filter(({ component: { code } }) => code === 'BOUNCE')).toHaveLength(2)
    const refused = await set({ bounceFee: { ...bounceFee, amount: minor(30_000) } })
    expect(refused.body).toMatchObject({ messageId: 'fees.unlawful', field: 'bounce-fee' })
    expect((await set({ bounceFee: null })).status).toBe(200)
  })
})
