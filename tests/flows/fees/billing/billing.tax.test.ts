import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { previewBilling } from '#shared/fees/billing-run.contract.ts'
import { type FeeComponentInput, saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { feePayersOfStudent, type FeePayerInput, saveFeePayer } from '#shared/fees/setup/fee-payer.contract.ts'
import { saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { approveFeeSchedule, saveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import { taxGroupsOf } from '#server/features/fees/papers/tax-blocks.rules.ts'
import { type Currency, minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, documentOf, ledgerFaults } from '#tests/support/fees/fee-ledger.ts'
import { aComponent, aPlan, aSchedule, makePupils, newFeeId, shareFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const once = { billing: 'first-part', capsAsTuition: false } as const

describe.each(engines)('invoices with tax on %s', (engine) => {
  let box: Box
  beforeAll(async () => {
    box = await openBox(engine)
  })
  afterAll(() => box.close())

  /** A school with these components, each at an amount in a schedule, and children of a father each. */
  async function open(
    currency: Currency,
    components: readonly (readonly [code: string, amount: number, more: Partial<FeeComponentInput>])[],
    fathers: readonly string[],
  ) {
    const school = await makeSchool(box, currency.toLowerCase(), { currency })
    const finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    for (const [code, , more] of components)
      expect(await tell(box, finance, saveFeeComponent, { component: aComponent(code, more), seen: 0 })).toBe(200)
    const plan = aPlan()
    expect(await tell(box, finance, saveFeePlan, { plan, seen: 0 })).toBe(200)
    const lines = components.map(([component, amount]) => ({
      component,
      amount: minor(amount),
      approvedAmount: minor(amount),
      approvedOn: '2029-01-01',
    }))
    const schedule = aSchedule(plan.id, { lines })
    expect(await tell(box, finance, saveFeeSchedule, { schedule, seen: 0 })).toBe(200)
    expect(await tell(box, head, approveFeeSchedule, { id: schedule.id, seen: 1 })).toBe(200)
    const pupils = await makePupils(
      box,
      school,
      fathers.map((father) => ({ father, births: ['2024-01-01'] })),
    )
    return { school, finance, ids: pupils.map(({ id }) => id) }
  }
  const invoiceOf = async (finance: Caller, studentId: string) => {
    const [row] = (await accountOfChild(box, finance, studentId)).documents
    return row && documentOf(box, finance, row.documentId)
  }

  it('FEE-43: tuition at 0 %, an exempt bus and uniform at 5 % are three groups of one invoice that add up to it', async () => {
    const { school, finance, ids } = await open(
      'AED',
      [
        ['TUITION', 3_000_000, { taxCode: 'zero' }],
        ['BUS', 500_000, { kind: 'transport', taxCode: 'exempt', ...once }],
        ['UNIFORM', 33_333, { kind: 'uniform', taxCode: 'standard', taxPpm: 50_000, ...once }],
      ],
      ['Omar'],
    )
    await bill(box, finance, school, { parts: [1] })
    const invoice = await invoiceOf(finance, ids[0] ?? '')
    const lines = (invoice?.lines ?? []).map(({ component, taxCode, net, tax, total }) => [
      component,
      taxCode,
      net,
      tax,
      total,
    ])
    expect(lines.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ['BUS', 'exempt', 500_000, 0, 500_000],
      ['TUITION', 'zero', 1_200_000, 0, 1_200_000],
      ['UNIFORM', 'standard', 33_333, 1_667, 35_000],
    ])
    expect(invoice?.totals).toMatchObject({ net: 1_733_333, tax: 1_667, total: 1_735_000 })
    const groups = taxGroupsOf(invoice?.lines ?? [])
    expect(groups).toHaveLength(3)
    expect(groups.reduce((all, { net, tax }) => all + net + tax, 0)).toBe(invoice?.totals.total)
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-41: of a citizen who pays the state bears it, of an employer and others it is 15 %; without an ID nothing is issued', async () => {
    const { school, finance, ids } = await open(
      'SAR',
      [['TUITION', 1_000_000, { taxCode: 'standard', taxPpm: 150_000, stateBears: true }]],
      ['Saad', 'John', 'Fahad', 'Nasser'],
    )
    const [citizen = '', foreigner = '', employed = '', unknown = ''] = ids
    const payerOf = async (studentId: string) => {
      const payerId = (await accountOfChild(box, finance, studentId)).payers[0]?.payerId
      const { body } = await call(box.app, finance, feePayersOfStudent, { studentId })
      const found = feePayersOfStudent.reply.parse(body).payers.find(({ id }) => id === payerId)
      if (!found) throw new Error('no payer')
      return found
    }
    const change = async (studentId: string, more: Partial<FeePayerInput>) => {
      const { revision, code: _code, inFile: _inFile, ...payer } = await payerOf(studentId)
      expect(await tell(box, finance, saveFeePayer, { payer: { ...payer, ...more }, seen: revision })).toBe(200)
    }
    const isCitizen = true
    await change(citizen, { isCitizen, nationalId: '1012345678' })
    await change(unknown, { isCitizen })
    await change(employed, { isCitizen, nationalId: '1098765432' })
    const works = {
      id: newFeeId(),
      kind: 'company' as const,
      nameLatin: 'Gulf Works',
      nameArabic: null,
      language: 'en' as const,
    }
    const company = { ...works, email: null, phone: null, taxId: null, nationalId: null, isCitizen: false }
    expect(await tell(box, finance, saveFeePayer, { payer: company, seen: 0 })).toBe(200)
    const shares = [{ payerId: company.id, ppm: 1_000_000 }]
    const all = { studentId: employed, componentCode: null, fromOn: '2030-01-01', shares }
    expect(await shareFees(box, finance, all)).toBe(200)

    const preview = await call(box.app, finance, previewBilling, { year: 2030 })
    const { errors } = previewBilling.reply.parse(preview.body)
    expect(errors.map(({ child, fault }) => [child.studentId, fault])).toEqual([[unknown, 'no-national-id']])
    await bill(box, finance, school, { parts: [1] })
    const taxOf = async (studentId: string) => {
      const invoice = await invoiceOf(finance, studentId)
      return invoice && [invoice.lines[0]?.taxCode, invoice.totals.net, invoice.totals.tax]
    }
    expect(await taxOf(citizen)).toEqual(['state-paid', 400_000, 0])
    expect(await taxOf(foreigner)).toEqual(['standard', 400_000, 60_000])
    expect(await taxOf(employed)).toEqual(['standard', 400_000, 60_000])
    expect(await taxOf(unknown)).toBeUndefined()
    expect(await ledgerFaults(box, school)).toEqual([])
  })
})
