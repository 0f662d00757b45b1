import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  decideFeeGrant,
  feeGrants,
  grantFeeDiscount,
  saveFeeDiscountRule,
} from '#shared/fees/setup/fee-discount.contract.ts'
import { saveFeePayer } from '#shared/fees/setup/fee-payer.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, documentOf, ledgerFaults } from '#tests/support/fees/fee-ledger.ts'
import { makePupils, newFeeId, shareFees, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('discounts on invoices on %s', (engine) => {
  let box: Box
  beforeAll(async () => {
    box = await openBox(engine)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  async function schoolOf(code: string, births: readonly string[]) {
    const school = await makeSchool(box, code)
    const finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const pupils = await makePupils(box, school, [{ father: 'Father', births }])
    return { school, finance, head, ids: pupils.map(({ id }) => id) }
  }

  async function addRule(finance: Caller, more: Record<string, unknown>) {
    const id = newFeeId()
    const rule = {
      id,
      name: { en: `Rule ${id.slice(0, 4)}`, ar: 'قاعدة' },
      kind: 'sibling' as const,
      amounts: [{ ppm: 0 }, { ppm: 50_000 }, { ppm: 60_000 }],
      components: null,
      onGross: false,
      familyCapAmount: null,
      isClawedBack: false,
      personsOnly: false,
      isRetired: false,
      ...more,
    }
    expect(await tell(box, finance, saveFeeDiscountRule, { rule, seen: 0 })).toBe(200)
    return id
  }
  const grant = (finance: Caller, studentId: string, ruleId: string) =>
    tell(box, finance, grantFeeDiscount, {
      id: newFeeId(),
      studentId,
      ruleId,
      ownAmount: null,
      fromOn: '2030-01-01',
      untilOn: null,
      reason: 'Works here',
      evidenceRef: '',
    })
  const discountsOf = async (finance: Caller, studentId: string, part: number) => {
    const { items } = await accountOfChild(box, finance, studentId)
    return items.find((item) => item.part === part)?.discount
  }
  const leave = ({ schoolId }: TestSchool, studentId: string) =>
    box.db.owner.execute(sql`update customers set active = false, left_on = '2030-03-02' where school_id = ${schoolId}
      and id = (select customer_id from pupil_accounts where school_id = ${schoolId} and student_id = ${studentId})`)

  it('FEE-17: siblings get 0/5/6 %; when the middle one leaves, new invoices are re-ranked and old ones stay', async () => {
    const { school, finance, ids } = await schoolOf('ranks', ['2020-01-01', '2021-01-01', '2022-01-01'])
    await addRule(finance, {})
    await bill(box, finance, school, { parts: [1] })
    const [eldest = '', middle = '', youngest = ''] = ids
    const first = 1_800_000
    expect(await discountsOf(finance, eldest, 1)).toBe(0)
    expect(await discountsOf(finance, middle, 1)).toBe(first * 0.05)
    expect(await discountsOf(finance, youngest, 1)).toBe(first * 0.06)
    await leave(school, middle)
    await bill(box, finance, school, { parts: [1, 2] })
    expect(await discountsOf(finance, youngest, 1)).toBe(first * 0.06)
    expect(await discountsOf(finance, youngest, 2)).toBe(1_350_000 * 0.05)
    expect(await discountsOf(finance, middle, 2)).toBeUndefined()
    const { documents } = await accountOfChild(box, finance, youngest)
    const document = await documentOf(box, finance, documents.at(-1)?.documentId ?? '')
    expect(document.totals).toMatchObject({
      gross: first,
      discount: 108_000,
      net: first - 108_000,
      total: first - 108_000,
    })
    expect(document.lines[0]?.discounts).toMatchObject([{ amount: 108_000 }])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-17: with clawback the next invoice of the youngest has one debit line of what the lower rank gives less', async () => {
    const { school, finance, ids } = await schoolOf('clawback', ['2020-01-01', '2021-01-01', '2022-01-01'])
    await addRule(finance, { isClawedBack: true })
    await bill(box, finance, school, { parts: [1] })
    const [, middle = '', youngest = ''] = ids
    await leave(school, middle)
    await bill(box, finance, school, { parts: [2] })
    const debits = async () => (await accountOfChild(box, finance, youngest)).items.filter(({ part }) => part === 0)
    // 6 % of 18,000 less 5 %.
    expect(await debits()).toMatchObject([{ billed: 0, discount: -18_000, open: 18_000 }])
    const { items, documents } = await accountOfChild(box, finance, youngest)
    expect(items.find(({ part }) => part === 1)?.discount).toBe(108_000)
    const invoices = documents.filter(({ kind }) => kind === 'invoice')
    expect(new Set(invoices.map(({ total }) => total))).toEqual(new Set([1_300_500, 1_692_000]))
    expect(await bill(box, finance, school, { parts: [2] })).toMatchObject({ charges: 0 })
    await bill(box, finance, school, { parts: [3] })
    expect(await debits()).toHaveLength(1)
    const { rows } = await box.db.owner.execute(sql`
      select debit, sum(amount)::int as amount from fee_postings
      where school_id = ${school.schoolId} and credit = 'discount' group by 1`)
    expect(rows).toEqual([{ debit: 'receivable', amount: 18_000 }])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-17: a rule that is changed later takes nothing back, unless a rank is lower', async () => {
    const { school, finance, ids } = await schoolOf('changed', ['2020-01-01', '2021-01-01', '2022-01-01'])
    const ruleId = await addRule(finance, { isClawedBack: true })
    const [eldest = '', middle = '', youngest = ''] = ids
    await bill(box, finance, school, { parts: [1] })
    await box.db.owner.execute(sql`update fee_discount_rules
      set amounts = '[{"ppm": 0}, {"ppm": 10000}, {"ppm": 20000}]' where school_id = ${school.schoolId} and id = ${ruleId}`)
    await bill(box, finance, school, { parts: [2] })
    const back = async (id: string) => (await accountOfChild(box, finance, id)).items.filter(({ part }) => part === 0)
    expect(await back(middle)).toEqual([])
    expect(await back(youngest)).toEqual([])
    await leave(school, eldest)
    await bill(box, finance, school, { parts: [3] })
    // 6 % of 18,000 less 5 %, and 2 % of 13,500 less 1 %: each by the rule as it was.
    expect(await back(youngest)).toMatchObject([{ discount: -31_500 }])
    expect(await back(middle)).toMatchObject([{ discount: -103_500 }])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-17: a charge of before gives nothing back while its grant holds', async () => {
    const { school, finance, ids } = await schoolOf('before', ['2020-01-01'])
    const staff = await addRule(finance, { kind: 'staff', amounts: [{ ppm: 100_000 }], isClawedBack: true })
    const [only = ''] = ids
    expect(await grant(finance, only, staff)).toBe(200)
    await bill(box, finance, school, { parts: [1] })
    await box.db.owner.execute(sql`alter table fee_charges disable trigger user`)
    await box.db.owner.execute(sql`update fee_charges set discounts =
      (select jsonb_agg(d - 'basis') from jsonb_array_elements(discounts) d) where school_id = ${school.schoolId}`)
    await box.db.owner.execute(sql`alter table fee_charges enable trigger user`)
    await box.db.owner.execute(sql`update fee_discount_rules set amounts = '[{"ppm": 10000}]'
      where school_id = ${school.schoolId}`)
    await bill(box, finance, school, { parts: [2] })
    const back = async () => (await accountOfChild(box, finance, only)).items.filter(({ part }) => part === 0)
    expect(await back()).toEqual([])
    await box.db.owner.execute(
      sql`update fee_discount_grants set until_on = '2030-02-01' where school_id = ${school.schoolId}`,
    )
    await bill(box, finance, school, { parts: [3] })
    expect(await back()).toMatchObject([{ discount: -315_000 }])
  })

  it('FEE-17: two discounts that end are one line for the child, and its next part is billed', async () => {
    const { school, finance, ids } = await schoolOf('two-back', ['2020-01-01', '2021-01-01'])
    await addRule(finance, { isClawedBack: true })
    const staff = await addRule(finance, { kind: 'staff', amounts: [{ ppm: 100_000 }], isClawedBack: true })
    const [eldest = '', second = ''] = ids
    expect(await grant(finance, second, staff)).toBe(200)
    await bill(box, finance, school, { parts: [1] })
    await leave(school, eldest)
    await box.db.owner.execute(sql`update fee_discount_grants set until_on = '2030-02-01'
      where school_id = ${school.schoolId} and student_id = ${second}`)
    expect(await bill(box, finance, school, { studentIds: [second], parts: [2] })).toMatchObject({ errors: [] })
    const { items } = await accountOfChild(box, finance, second)
    expect(items.find(({ part }) => part === 2)).toMatchObject({ billed: 1_350_000, discount: 0 })
    const back = items.filter(({ part }) => part === 0)
    // 10 % of 18,000, and 5 % of what was left.
    expect(back).toMatchObject([{ discount: -261_000, open: 261_000 }])
    expect(back[0]?.discounts).toHaveLength(2)
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-17: a sibling counts also where it is billed later, in another scope', async () => {
    const { school, finance, ids } = await schoolOf('scopes', ['2020-01-01', '2021-01-01', '2022-01-01'])
    await addRule(finance, {})
    const [eldest = '', middle = '', youngest = ''] = ids
    for (const studentId of [youngest, middle, eldest])
      await bill(box, finance, school, { studentIds: [studentId], parts: [1] })
    expect(await discountsOf(finance, youngest, 1)).toBe(1_800_000 * 0.06)
    expect(await discountsOf(finance, middle, 1)).toBe(1_800_000 * 0.05)
    expect(await discountsOf(finance, eldest, 1)).toBe(0)
  })

  it('FEE-18: a scholarship of 2,000, then 50 % of staff, then 5 % of a sibling on what is left, in each part as in the year', async () => {
    const { school, finance, head, ids } = await schoolOf('staff', ['2020-01-01', '2021-01-01', '2022-01-01'])
    await addRule(finance, { amounts: [{ ppm: 0 }, { ppm: 50_000 }] })
    const staff = await addRule(finance, { kind: 'staff', amounts: [{ ppm: 500_000 }] })
    const scholarship = await addRule(finance, { kind: 'scholarship', amounts: [{ amount: minor(200_000) }] })
    const whole = await addRule(finance, { kind: 'scholarship', amounts: [{ amount: minor(9_000_000) }] })
    const [, second = '', third = ''] = ids
    for (const [studentId, ruleId] of [
      [second, staff],
      [second, scholarship],
      [third, whole],
      [third, staff],
    ] as const)
      expect(await grant(finance, studentId, ruleId)).toBe(200)
    const waiting = await call(box.app, head, feeGrants, {})
    for (const { id } of feeGrants.reply.parse(waiting.body).grants)
      expect(await tell(box, head, decideFeeGrant, { id, isApproved: true })).toBe(200)
    await bill(box, finance, school)
    const { items, documents } = await accountOfChild(box, finance, second)
    // 45,000 − 2,000 = 43,000; half of it 21,500; less 5 % of that 20,425.
    expect(items.map(({ discount, open, billed }) => [billed, discount, open])).toEqual([
      [1_800_000, 983_000, 817_000],
      [1_350_000, 737_250, 612_750],
      [1_350_000, 737_250, 612_750],
    ])
    const document = await documentOf(box, finance, documents.at(-1)?.documentId ?? '')
    expect(document.lines[0]?.discounts.map(({ code }) => code).slice(0, 2)).toEqual([scholarship, staff])
    expect(document.lines[0]?.discounts.map(({ amount }) => amount)).toEqual([80_000, 860_000, 43_000])
    expect((await accountOfChild(box, finance, third)).items.map(({ open }) => open)).toEqual([0, 0, 0])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('a family gets no more by a capped rule than its cap in a year, also by parts', async () => {
    const { school, finance, ids } = await schoolOf('capped', ['2020-01-01', '2021-01-01', '2022-01-01'])
    await addRule(finance, { familyCapAmount: minor(300_000) })
    const given = async () => {
      let sum = 0
      for (const id of ids) for (const { discount } of (await accountOfChild(box, finance, id)).items) sum += discount
      return sum
    }
    await bill(box, finance, school, { parts: [1] })
    await bill(box, finance, school, { parts: [2, 3] })
    expect(await given()).toBe(300_000)
  })

  it('a discount for persons only leaves the employer its whole share', async () => {
    const { school, finance, ids } = await schoolOf('company', ['2020-01-01', '2021-01-01'])
    await addRule(finance, { personsOnly: true, amounts: [{ ppm: 0 }, { ppm: 100_000 }] })
    const [, second = ''] = ids
    const father = (await accountOfChild(box, finance, second)).payers[0]?.payerId ?? ''
    const names = { nameLatin: 'Employer', nameArabic: null, email: null, phone: null, taxId: null, nationalId: null }
    const payer = { id: newFeeId(), kind: 'company' as const, language: 'en' as const, isCitizen: false, ...names }
    expect(await tell(box, finance, saveFeePayer, { payer, seen: 0 })).toBe(200)
    const shares = [
      { payerId: payer.id, ppm: 750_000 },
      { payerId: father, ppm: 250_000 },
    ]
    const asked = { studentId: second, componentCode: null, fromOn: '2030-01-01', shares }
    expect(await shareFees(box, finance, asked)).toBe(200)
    await bill(box, finance, school, { parts: [1] })
    const { items } = await accountOfChild(box, finance, second)
    const of = (payerId: string) => items.find((item) => item.payerId === payerId)
    expect(of(payer.id)).toMatchObject({ billed: 1_350_000, discount: 0, open: 1_350_000 })
    expect(of(father)).toMatchObject({ billed: 450_000, discount: 45_000, open: 405_000 })
  })
})
