import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postJournal } from '#server/features/fees/ledger/post-journal.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import { previewBilling } from '#shared/fees/billing-run.contract.ts'
import { feeChildTerms, removeFeeOption, setFeeFirstDay, setFeeOption } from '#shared/fees/setup/fee-child.contract.ts'
import { saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { approveFeeSchedule, saveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, ledgerFaults, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { aComponent, aPlan, aSchedule, makePupils, newFeeId, tell } from '#tests/support/fees/fee-set-up.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const year = (start: number, terms: readonly string[]) => ({
  startsOn: `${start}-09-01`,
  endsOn: `${start + 1}-06-30`,
  terms: terms.map((startsOn) => ({ startsOn, endsOn: startsOn, name: { en: startsOn, ar: startsOn } })),
})
const dues = ['2030-09-01', '2031-01-01', '2031-04-01']

describe.each(engines)('what one child is billed on %s', (engine) => {
  let box: Box
  beforeAll(async () => {
    box = await openBox(engine)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  /** A school of a regulator with tuition of 45,000, seat money where it is asked, and a bus that is optional. */
  async function schoolOf(
    code: string,
    regulator: Regulator,
    { seat = 0, count = 1, shares = [400_000, 300_000, 300_000] } = {},
  ) {
    const currency = regulator === 'kuwait' ? 'KWD' : 'AED'
    const school = await makeSchool(box, code, { currency })
    const { schoolId } = school
    await box.db.database.tenant(schoolId, async (tx) => {
      const { profile } = await readSchool(tx, schoolId)
      const years = [year(2029, ['2029-09-01', '2030-01-07', '2030-04-08']), year(2030, dues)]
      await tx.update(schools).set({ profile: { ...profile, regulator, years } })
    })
    const finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    const of = { capsAsTuition: false, isDiscountable: false }
    const plan = aPlan({
      parts: aPlan().parts.map((part, at) => ({
        ...part,
        due: { on: dues[at] ?? '' },
        share: { ppm: shares[at] ?? 0 },
      })),
    })
    const lines = [['TUITION', 4_500_000], ...(seat > 0 ? ([['SEAT', seat]] as const) : []), ['BUS', 900_000]] as const
    const schedule = aSchedule(plan.id, {
      lines: lines.map(([component, amount]) => ({
        component,
        amount: minor(amount),
        approvedAmount: minor(amount),
      })),
    })
    const components = [
      aComponent('TUITION'),
      aComponent('SEAT', { ...of, kind: 'registration', billing: 'first-part', priority: 5 }),
      aComponent('BUS', { ...of, kind: 'transport', isOptional: true, priority: 20 }),
    ]
    const answers = [
      ...(await Promise.all(
        components.map((component) => tell(box, finance, saveFeeComponent, { component, seen: 0 })),
      )),
      await tell(box, finance, saveFeePlan, { plan, seen: 0 }),
      await tell(box, finance, saveFeeSchedule, { schedule, seen: 0 }),
      await tell(box, head, approveFeeSchedule, { id: schedule.id, seen: 1 }),
    ]
    expect(answers).toEqual(answers.map(() => 200))
    const births = Array.from({ length: count }, () => '2022-05-05')
    const pupils = await makePupils(box, school, [{ father: 'Father', births }])
    const [studentId = ''] = pupils.map(({ id }) => id)
    return { school, finance, head, studentId, ids: pupils.map(({ id }) => id) }
  }

  const billedOf = async (finance: Caller, studentId: string) =>
    (await accountOfChild(box, finance, studentId)).items.map(({ component, part, billed, dueOn }) => [
      component.code,
      part,
      billed,
      dueOn,
    ])
  const faultsOf = async (finance: Caller) => {
    const { body } = await call(box.app, finance, previewBilling, { year: 2030 })
    return previewBilling.reply.parse(body).errors.map(({ fault, rule }) => [fault, rule])
  }
  const newOn = ({ schoolId }: TestSchool, studentId: string, day: string) =>
    box.db.owner.execute(sql`
      with file as (update students set entry_year = 2030, origin = 'form' where school_id = ${schoolId} and id = ${studentId})
      update pupil_accounts set opened_at = ${`${day}T09:00:00Z`}::timestamptz
      where school_id = ${schoolId} and student_id = ${studentId}`)
  /** Days on which this box stands, one after the other. */
  const goTo = (day: string) => box.clock.advance(Date.parse(`${day}T08:00:00Z`) - box.clock.nowMs())

  it('Kuwait: it comes off part 1; Northern Emirates: it is owed on top; Abu Dhabi: not before four months', async () => {
    const kuwait = await schoolOf('kuwait', 'kuwait', { seat: 100_000 })
    await bill(box, kuwait.finance, kuwait.school, { parts: [1] })
    const [, first] = await billedOf(kuwait.finance, kuwait.studentId)
    expect(first).toEqual(['TUITION', 1, 1_700_000, '2030-09-01'])
    const north = await schoolOf('north', 'northern-emirates', { seat: 225_000 })
    await bill(box, north.finance, north.school, { parts: [1] })
    expect(await billedOf(north.finance, north.studentId)).toEqual([
      ['SEAT', 1, 225_000, '2030-09-01'],
      ['TUITION', 1, 1_800_000, '2030-09-01'],
    ])
    const abuDhabi = await schoolOf('capital', 'abu-dhabi', { seat: 225_000, shares: [333_333, 333_333, 333_334] })
    expect(await faultsOf(abuDhabi.finance)).toEqual([['unlawful', 'seat-early']])
  })

  it('FEE-07: 45,000 by 40/30/30 with a deposit of 4,500 is 13,500 due in each part; seat money takes it first', async () => {
    const deposited = ({ schoolId }: TestSchool, studentId: string, amount: number) =>
      box.db.database.tenant(schoolId, (tx) =>
        postJournal(tx, {
          schoolId,
          opId: newOpId(),
          kind: 'seat-deposit',
          happenedOn: '2030-03-03',
          today: '2030-03-03',
          recordedAt: toInstant(box.clock.nowMs()),
          byUser: null,
          studentId,
          postings: [{ debit: 'cash', credit: 'seat-deposits', amount }],
        }),
      )
    const openOf = async ({ finance, school, studentId }: Awaited<ReturnType<typeof schoolOf>>, amount: number) => {
      await deposited(school, studentId, amount)
      await bill(box, finance, school)
      const { items, deposit } = await accountOfChild(box, finance, studentId)
      expect(deposit).toBe(0)
      expect(await ledgerFaults(box, school)).toEqual([])
      return items.map(({ component, open }) => [component.code, open])
    }
    const parts = [1, 2, 3].map(() => ['TUITION', 1_350_000])
    expect(await openOf(await schoolOf('paid', 'dubai'), 450_000)).toEqual(parts)
    // In Kuwait, with 100 billed as seat money and paid before.
    expect(await openOf(await schoolOf('paid-seat', 'kuwait', { seat: 100_000 }), 100_000)).toEqual([
      ['SEAT', 0],
      ['TUITION', 1_700_000],
      ['TUITION', 1_350_000],
      ['TUITION', 1_350_000],
    ])
  })

  it('an optional component is billed for the children who take it, by month, from a day to a day', async () => {
    const { school, finance, ids } = await schoolOf('bus', 'northern-emirates', { count: 3 })
    const [all = '', winter = '', none = ''] = ids
    const take = (studentId: string, fromOn: string, untilOn: string | null, id = newFeeId()) =>
      tell(box, finance, setFeeOption, { id, studentId, componentCode: 'BUS', fromOn, untilOn })
    const whole = newFeeId()
    expect(await take(all, '2030-09-01', null, whole)).toBe(200)
    expect(await take(winter, '2030-11-15', '2031-02-10')).toBe(200)
    expect(await take(winter, '2031-02-10', null)).toBe('fees.option-overlap')
    expect(await take(winter, '2031-03-10', '2031-03-09')).toBe('request.invalid')
    const tuition = { id: newFeeId(), studentId: all, componentCode: 'TUITION', fromOn: '2030-09-01', untilOn: null }
    expect(await tell(box, finance, setFeeOption, tuition)).toBe('fees.not-optional')
    await bill(box, finance, school)
    const bus = async (studentId: string) =>
      (await billedOf(finance, studentId)).filter(([component]) => component === 'BUS')
    expect(await bus(all)).toEqual([
      ['BUS', 1, 360_000, '2030-09-01'],
      ['BUS', 2, 270_000, '2031-01-01'],
      ['BUS', 3, 270_000, '2031-04-01'],
    ])
    // November to February: two months of the first part, two of the second.
    expect(await bus(winter)).toEqual([
      ['BUS', 1, 180_000, '2030-11-15'],
      ['BUS', 2, 180_000, '2031-01-01'],
    ])
    expect(await bus(none)).toEqual([])
    // What is billed is ended, not taken back.
    expect(await take(all, '2030-10-01', null, whole)).toBe('fees.option-billed')
    expect(await tell(box, finance, removeFeeOption, { id: whole })).toBe('fees.option-billed')
    expect(await take(all, '2030-09-01', '2031-06-01', whole)).toBe(200)
    const terms = await call(box.app, finance, feeChildTerms, { studentId: all, year: 2030 })
    expect(feeChildTerms.reply.parse(terms.body)).toEqual({
      planId: null,
      firstOn: null,
      options: [{ id: whole, component: 'BUS', fromOn: '2030-09-01', untilOn: '2031-06-01' }],
    })
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('months of an optional component that lie in a billed part are billed as a further version of it, once', async () => {
    const { school, finance, ids } = await schoolOf('longer', 'northern-emirates', { count: 1 })
    const [studentId = ''] = ids
    const [id, componentCode, fromOn] = [newFeeId(), 'BUS', '2030-09-01']
    const take = (untilOn: string | null) =>
      tell(box, finance, setFeeOption, { id, studentId, componentCode, fromOn, untilOn })
    expect(await take('2030-09-30')).toBe(200)
    await bill(box, finance, school, { parts: [1] })
    const place = ([, part, amount]: (number | string | undefined)[]) => Number(part) * 10_000_000 + Number(amount)
    const bus = async () =>
      (await billedOf(finance, studentId))
        .filter(([component]) => component === 'BUS')
        .toSorted((a, b) => place(a) - place(b))
    expect(await bus()).toEqual([['BUS', 1, 90_000, '2030-09-01']])
    expect(await take('2030-11-10')).toBe(200)
    await bill(box, finance, school, { parts: [1] })
    // October and November, as they would have been.
    expect(await bus()).toEqual([
      ['BUS', 1, 90_000, '2030-09-01'],
      ['BUS', 1, 180_000, '2030-09-01'],
    ])
    expect(await bill(box, finance, school, { parts: [1] })).toMatchObject({ charges: 0 })
    expect(await take(null)).toBe(200)
    await bill(box, finance, school)
    const sums = (await bus()).map(([, part, amount]) => [part, amount])
    expect(sums).toEqual([
      [1, 90_000],
      [1, 90_000],
      [1, 180_000],
      [2, 270_000],
      [3, 270_000],
    ])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-07 FEE-10 Dubai: seat money comes off part 1, and is not billed to a returning child before the spring break is over', async () => {
    const { school, finance, studentId } = await schoolOf('dubai', 'dubai', { seat: 225_000 })
    // The box stands on 3 March; the last term begins on 8 April.
    expect(await faultsOf(finance)).toEqual([['unlawful', 'seat-before-break']])
    expect(await bill(box, finance, school)).toMatchObject({ charges: 0, errorCount: 1 })
    // Tuition alone may be billed before.
    const tuition = { components: ['TUITION'], parts: [2] }
    expect(await bill(box, finance, school, tuition)).toMatchObject({ charges: 1, errorCount: 0 })
    goTo('2030-04-08')
    const later = await signInAs(box, school, 'later', ['finance'])
    expect(await faultsOf(later)).toEqual([])
    await bill(box, later, school)
    expect(await billedOf(later, studentId)).toEqual([
      ['SEAT', 1, 225_000, '2030-09-01'],
      ['TUITION', 1, 1_575_000, '2030-09-01'],
      ['TUITION', 2, 1_350_000, '2031-01-01'],
      ['TUITION', 3, 1_350_000, '2031-04-01'],
    ])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('from when a child that joined late is billed is decided by a person, in Dubai too', async () => {
    const dubai = await schoolOf('late', 'dubai')
    const qatar = await schoolOf('decided', 'qatar', { count: 2 })
    goTo('2030-11-20')
    const [late = '', early = ''] = qatar.ids
    await newOn(dubai.school, dubai.studentId, '2030-11-12')
    await newOn(qatar.school, late, '2030-11-12')
    await newOn(qatar.school, early, '2030-06-01')
    const [there, here] = [
      await signInAs(box, dubai.school, 'clerk', ['finance']),
      await signInAs(box, qatar.school, 'clerk', ['finance']),
    ]
    expect(await faultsOf(there)).toEqual([['joined-late', null]])
    await bill(box, there, dubai.school)
    expect(await billedOf(there, dubai.studentId)).toEqual([])
    const inDubai = { studentId: dubai.studentId, year: 2030, firstOn: '2030-11-12' }
    expect(await tell(box, there, setFeeFirstDay, inDubai)).toBe(200)
    await bill(box, there, dubai.school)
    const eightTenths = [
      ['TUITION', 1, 900_000, '2030-11-12'],
      ['TUITION', 2, 1_350_000, '2031-01-01'],
      ['TUITION', 3, 1_350_000, '2031-04-01'],
    ]
    expect(await billedOf(there, dubai.studentId)).toEqual(eightTenths)

    expect(await faultsOf(here)).toEqual([['joined-late', null]])
    await bill(box, here, qatar.school)
    expect(await billedOf(here, late)).toEqual([])
    expect((await billedOf(here, early)).length).toBe(3)
    const decide = (studentId: string, firstOn: string | null) =>
      tell(box, here, setFeeFirstDay, { studentId, year: 2030, firstOn })
    expect(await decide(late, '2030-08-31')).toBe('request.invalid')
    expect(await decide(late, '2030-11-12')).toBe(200)
    await bill(box, here, qatar.school)
    expect(await billedOf(here, late)).toEqual(eightTenths)
    expect(await decide(late, '2030-09-01')).toBe('fees.first-day-billed')
    expect(await ledgerFaults(box, qatar.school)).toEqual([])
  })
})
