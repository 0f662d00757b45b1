import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FeeTerms, feeTermsFor } from '#server/features/fees/setup/fee-terms.service.ts'
import { ensurePayers, payerOf } from '#server/features/fees/setup/guardian-payer.service.ts'
import { machineRandom } from '#server/node/machine.ts'
import { saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import {
  decideFeeGrant,
  endFeeGrant,
  feeGrants,
  grantFeeDiscount,
  saveFeeDiscountRule,
} from '#shared/fees/setup/fee-discount.contract.ts'
import {
  type FeePayerInput,
  feePayersOfStudent,
  findFeePayers,
  saveFeePayer,
  setFeeShares,
} from '#shared/fees/setup/fee-payer.contract.ts'
import { chooseFeePlan, saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { sharesOn } from '#shared/fees/setup/share.rules.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { aComponent, aPlan, makePupils, newFeeId, shareFees, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { type MadeStudent, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const aPayer = (more: Partial<FeePayerInput> = {}): FeePayerInput => ({
  id: newFeeId(),
  kind: 'company',
  nameLatin: 'Gulf Works',
  nameArabic: null,
  language: 'en',
  email: 'pay@works.example',
  phone: null,
  taxId: '300000000000003',
  nationalId: null,
  isCitizen: false,
  ...more,
})

describe.each(engines)('payers, shares and grants on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let head: Caller
  let admin: Caller
  let children: MadeStudent[]
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance'])
    head = await signInAs(box, school, 'head', ['head'])
    admin = await signInAs(box, school, 'admin', ['admin'])
    await setUpFees(box, { finance, head })
    await tell(box, finance, saveFeeComponent, { component: aComponent('BUS', { kind: 'transport' }), seen: 0 })
    children = await makePupils(box, school, [
      { father: 'Khalid Nasser', births: ['2016-01-01', '2018-01-01', '2020-01-01'] },
      { father: 'Ravi', births: ['2019-01-01'] },
    ])
  })
  afterAll(() => box.close())

  const by = () => ({ schoolId: school.schoolId, nowMs: box.clock.nowMs(), random: machineRandom })
  const child = (no: number) => children[no]?.id ?? ''
  const terms = (studentId: string, year = 2030) =>
    box.db.database.tenant(school.schoolId, (tx) => feeTermsFor(tx, by(), studentId, year))
  const termsOf = async (studentId: string): Promise<FeeTerms> => {
    const found = await terms(studentId)
    if ('missing' in found) throw new Error(found.missing)
    return found
  }
  const payers = async (studentId: string) =>
    feePayersOfStudent.reply.parse((await call(box.app, finance, feePayersOfStudent, { studentId })).body)

  it('makes the first guardian the payer, one for siblings, once for two at once', async () => {
    const ids = children.map(({ id }) => id)
    const [one, other] = await Promise.all(
      [1, 2].map(() => box.db.database.tenant(school.schoolId, (tx) => ensurePayers(tx, by(), ids))),
    )
    expect(one).toEqual(other)
    expect(new Set(one?.values()).size).toBe(2)
    expect(one?.get(child(0))).toBe(one?.get(child(2)))
    const [orphan] = await makeStudents(box, school, 1)
    const none = box.db.database.tenant(school.schoolId, (tx) => payerOf(tx, by(), orphan?.id ?? ''))
    await expect(none).rejects.toMatchObject({ messageId: 'fees.no-payer' })
  })

  it('says what a child owes: lines, days of the plan, payer; or why that is not known', async () => {
    const found = await termsOf(child(0))
    expect(found.lines).toMatchObject([{ component: 'TUITION', amount: 4_500_000, isDiscountable: true }])
    expect(found.plan.parts.map(({ dueOn }) => dueOn)).toEqual(['2030-09-01', '2030-10-01', '2030-11-01'])
    expect(found.placement).toMatchObject({ grade: '1', isNew: false, isEnrolled: true })
    expect(await terms(child(0), 2031)).toEqual({ missing: 'no-grade' })
    const [unplaced] = await makeStudents(box, school, 1, () => ({ id: newFeeId(), entryYear: 2030, grade: '12' }))
    expect(await terms(unplaced?.id ?? '')).toEqual({ missing: 'no-schedule' })
    expect(await terms(newFeeId())).toEqual({ missing: 'no-student' })
  })

  it('uses the plan that was chosen for a child', async () => {
    const plan = aPlan({
      parts: [{ label: { en: 'Whole', ar: 'كامل' }, due: { term: 1, days: 0 }, share: { ppm: 1_000_000 } }],
    })
    expect(await tell(box, finance, saveFeePlan, { plan, seen: 0 })).toBe(200)
    const choice = { studentId: child(3), year: 2030, planId: plan.id }
    expect(await tell(box, finance, chooseFeePlan, choice)).toBe(200)
    // The school has set no terms.
    expect(await terms(child(3))).toEqual({ missing: 'no-term' })
    expect(await tell(box, finance, chooseFeePlan, { ...choice, planId: null })).toBe(200)
    expect((await termsOf(child(3))).plan.parts).toHaveLength(3)
  })

  it('FEE-21 divides between two payers from a day on, and only into the whole', async () => {
    const mother = aPayer({ kind: 'person', nameLatin: 'Noor', email: 'noor@home.example' })
    expect(await tell(box, finance, saveFeePayer, { payer: mother, seen: 0 })).toBe(200)
    const father = (await payers(child(0))).defaultPayerId ?? ''
    const shares = [
      { payerId: father, ppm: 750_000 },
      { payerId: mother.id, ppm: 250_000 },
    ]
    const asked = { studentId: child(0), componentCode: null, fromOn: '2030-10-01', shares }
    const short = { ...asked, shares: [...shares.slice(0, 1), { payerId: mother.id, ppm: 249_999 }] }
    expect(await shareFees(box, finance, short)).toBe('fees.share-sum')
    const twice = { ...asked, shares: [500_000, 500_000].map((ppm) => ({ payerId: father, ppm })) }
    expect(await shareFees(box, finance, twice)).toBe('fees.share-sum')
    expect(await shareFees(box, finance, asked)).toBe(200)
    expect(await shareFees(box, finance, asked)).toBe(200)
    const { shares: rows, defaultPayerId } = await termsOf(child(0))
    const on = (day: string) => sharesOn(rows, { component: 'TUITION', day, defaultPayerId })
    expect(on('2030-09-30')).toEqual([{ payerId: father, ppm: 1_000_000 }])
    expect(on('2030-10-01')).toEqual(shares)
    expect(on('2035-01-01').reduce((sum, { ppm }) => sum + ppm, 0)).toBe(1_000_000)
  })

  it('FEE-22 lets an employer pay tuition only; the rest stays with the family', async () => {
    const employer = aPayer()
    expect(await tell(box, finance, saveFeePayer, { payer: employer, seen: 0 })).toBe(200)
    const shares = [{ payerId: employer.id, ppm: 1_000_000 }]
    const asked = { studentId: child(3), componentCode: 'TUITION', fromOn: '2030-09-01', shares }
    expect(await shareFees(box, finance, { ...asked, componentCode: 'NONE' })).toBe('request.not-found')
    expect(await shareFees(box, finance, asked)).toBe(200)
    const { shares: rows, defaultPayerId } = await termsOf(child(3))
    const day = '2030-10-01'
    expect(sharesOn(rows, { component: 'TUITION', day, defaultPayerId })).toEqual(shares)
    expect(sharesOn(rows, { component: 'BUS', day, defaultPayerId })).toEqual([
      { payerId: defaultPayerId, ppm: 1_000_000 },
    ])
    // From February the family pays tuition too.
    expect(await shareFees(box, finance, { ...asked, fromOn: '2031-02-01', shares: [] })).toBe(200)
    const later = await termsOf(child(3))
    expect(sharesOn(later.shares, { component: 'TUITION', day: '2031-01-31', defaultPayerId })).toEqual(shares)
    expect(sharesOn(later.shares, { component: 'TUITION', day: '2031-02-01', defaultPayerId })[0]?.payerId).toBe(
      defaultPayerId,
    )
  })

  const staffRule = {
    id: newFeeId(),
    name: { en: 'Staff', ar: 'الموظفون' },
    kind: 'staff' as const,
    amounts: [{ ppm: 100_000 }],
    components: null,
    onGross: false,
    familyCapAmount: null,
    isClawedBack: false,
    personsOnly: true,
    isRetired: false,
  }
  const aGrant = (more = {}) => ({
    id: newFeeId(),
    studentId: child(1),
    ruleId: staffRule.id,
    ownAmount: null,
    fromOn: '2030-09-01',
    untilOn: null,
    reason: 'Mother teaches here',
    evidenceRef: '',
    ...more,
  })
  const statesOf = async (studentId: string) =>
    feeGrants.reply
      .parse((await call(box.app, finance, feeGrants, { studentId })).body)
      .grants.map(({ state }) => state)

  it('FEE-20 a grant above the limit waits for another person; the same person cannot approve it', async () => {
    expect(await tell(box, finance, saveFeeDiscountRule, { rule: staffRule, seen: 0 })).toBe(200)
    const within = aGrant()
    expect((await call(box.app, finance, grantFeeDiscount, within)).body).toEqual({ state: 'granted' })
    expect((await call(box.app, finance, grantFeeDiscount, within)).body).toEqual({ state: 'granted' })
    expect(await tell(box, finance, grantFeeDiscount, { ...within, reason: 'Other' })).toBe('request.invalid')
    const above = aGrant({ ownAmount: { ppm: 500_000 } })
    expect((await call(box.app, admin, grantFeeDiscount, above)).body).toEqual({ state: 'waiting' })
    expect((await termsOf(child(1))).grants.map(({ grant }) => grant.id)).toEqual([within.id])
    expect(await tell(box, admin, decideFeeGrant, { id: above.id, isApproved: true })).toBe('student.needs-another')
    expect(await tell(box, finance, decideFeeGrant, { id: above.id, isApproved: true })).toBe('access.denied')
    expect(await tell(box, head, decideFeeGrant, { id: above.id, isApproved: true })).toBe(200)
    expect(await tell(box, head, decideFeeGrant, { id: above.id, isApproved: false })).toBe('fees.decided')
    expect((await termsOf(child(1))).grants).toHaveLength(2)
    const fixed = aGrant({ ownAmount: { amount: minor(1) } })
    expect((await call(box.app, finance, grantFeeDiscount, fixed)).body).toEqual({ state: 'waiting' })
    expect(await tell(box, head, decideFeeGrant, { id: fixed.id, isApproved: false })).toBe(200)
    expect(await statesOf(child(1))).toEqual(expect.arrayContaining(['granted', 'granted', 'refused']))
  })

  it('ends a grant on a day, and withdraws one that waits', async () => {
    const grant = aGrant({ studentId: child(2) })
    await tell(box, finance, grantFeeDiscount, grant)
    expect(await tell(box, finance, endFeeGrant, { id: grant.id, untilOn: '2030-12-31' })).toBe(200)
    expect((await termsOf(child(2))).grants.map(({ grant: { untilOn } }) => untilOn)).toEqual(['2030-12-31'])
    expect(await tell(box, finance, endFeeGrant, { id: grant.id, untilOn: '2031-01-31' })).toBe('fees.decided')
    const waiting = aGrant({ studentId: child(2), ownAmount: { ppm: 900_000 } })
    await tell(box, finance, grantFeeDiscount, waiting)
    expect(await tell(box, finance, endFeeGrant, { id: waiting.id, untilOn: '2030-12-31' })).toBe(200)
    expect(await tell(box, head, decideFeeGrant, { id: waiting.id, isApproved: true })).toBe('fees.decided')
  })

  it('FEE-41 keeps who is a citizen, with the national ID, beside the payer', async () => {
    const payer = aPayer({ kind: 'person', nationalId: '1012345678', isCitizen: true, taxId: null })
    const { body } = await call(box.app, finance, saveFeePayer, { payer, seen: 0 })
    expect(saveFeePayer.reply.parse(body).code).toHaveLength(7)
    const shares = [{ payerId: payer.id, ppm: 1_000_000 }]
    await shareFees(box, finance, { studentId: child(2), componentCode: null, fromOn: '2030-09-01', shares })
    const found = (await payers(child(2))).payers.find(({ id }) => id === payer.id)
    expect(found).toMatchObject({ nationalId: '1012345678', isCitizen: true })
  })

  it('of two people who set shares at once the second is told that they have changed', async () => {
    const { id: studentId } = children[3] ?? { id: '' }
    const others = [aPayer(), aPayer(), aPayer()]
    for (const payer of others) expect(await tell(box, finance, saveFeePayer, { payer, seen: 0 })).toBe(200)
    const [a = '', b = '', c = ''] = others.map(({ id }) => id)
    const set = (shares: { payerId: string; ppm: number }[], caller: Caller) =>
      tell(box, caller, setFeeShares, { studentId, componentCode: 'BUS', fromOn: '2030-06-01', sharesMark, shares })
    const { sharesMark } = await payers(studentId)
    const half = (payerId: string) => ({ payerId, ppm: 500_000 })
    const answers = await Promise.all([set([half(a), half(b)], finance), set([half(b), half(c)], admin)])
    expect(answers.map(String).toSorted()).toEqual(['200', 'fees.shares-changed'])
    const { body } = await call(box.app, finance, feePayersOfStudent, { studentId })
    const { shares } = feePayersOfStudent.reply.parse(body)
    const bus = shares.filter(({ component, untilOn }) => component === 'BUS' && untilOn === null)
    expect(bus.reduce((all, { ppm }) => all + ppm, 0)).toBe(1_000_000)
  })

  it('numbers of identity and of tax are shown only to those who bill or set up fees', async () => {
    const payer = aPayer({ nameLatin: 'Secret Numbers', taxId: '312345678900003' })
    expect(await tell(box, finance, saveFeePayer, { payer, seen: 0 })).toBe(200)
    const registrar = await signInAs(box, school, 'registrar', ['registrar'])
    const seen = async (caller: Caller) => {
      const { body } = await call(box.app, caller, findFeePayers, { text: 'Secret Numbers' })
      return findFeePayers.reply.parse(body).payers.map(({ taxId }) => taxId)
    }
    expect([await seen(finance), await seen(registrar)]).toEqual([['312345678900003'], [null]])
  })

  it('a discount granted as its rule says stays at what the rule said then', async () => {
    const { id: studentId } = children[3] ?? { id: '' }
    const names = { name: { en: 'Hardship', ar: 'عسر' }, kind: 'staff' as const, components: null, onGross: false }
    const more = { familyCapAmount: null, isClawedBack: false, personsOnly: false, isRetired: false }
    const rule = { ...names, ...more, id: newFeeId(), amounts: [{ ppm: 50_000 }] }
    expect(await tell(box, finance, saveFeeDiscountRule, { rule, seen: 0 })).toBe(200)
    const grant = { id: newFeeId(), studentId, ruleId: rule.id, ownAmount: null, fromOn: '2030-01-01', untilOn: null }
    const asked = { ...grant, reason: 'Hardship', evidenceRef: '' }
    expect(await tell(box, finance, grantFeeDiscount, asked)).toBe(200)
    expect(
      await tell(box, finance, saveFeeDiscountRule, { rule: { ...rule, amounts: [{ ppm: 900_000 }] }, seen: 1 }),
    ).toBe(200)
    expect(await tell(box, finance, grantFeeDiscount, asked)).toBe(200)
    const { body } = await call(box.app, finance, feeGrants, { studentId })
    const made = feeGrants.reply.parse(body).grants.find(({ id }) => id === grant.id)
    expect(made).toMatchObject({ state: 'granted', ownAmount: { ppm: 50_000 } })
    // Another 6 % at the same time is above the 10 % that one person may give.
    const second = { ...asked, id: newFeeId(), ownAmount: { ppm: 60_000 } }
    expect((await call(box.app, finance, grantFeeDiscount, second)).body).toEqual({ state: 'waiting' })
    const before = { ...second, id: newFeeId(), fromOn: '2029-01-01', untilOn: '2029-12-31' }
    expect((await call(box.app, finance, grantFeeDiscount, before)).body).toEqual({ state: 'granted' })
  })
})
