import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { removeFeeComponent, saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { saveFeeDiscountRule } from '#shared/fees/setup/fee-discount.contract.ts'
import { removeFeePlan, saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { approveFeeSchedule, removeFeeSchedule, saveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import { saveFeeSettings } from '#shared/fees/setup/fee-settings.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { aComponent, aPlan, aSchedule, feeSetup, newFeeId, tell } from '#tests/support/fees/fee-set-up.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

describe.each(engines)('the set-up of fees on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller & { userId: string }
  let head: Caller
  let admin: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance'])
    head = await signInAs(box, school, 'head', ['head'])
    admin = await signInAs(box, school, 'admin', ['admin'])
    for (const code of ['TUITION', 'BUS', 'BOOKS', 'OLD'])
      await tell(box, finance, saveFeeComponent, {
        component: aComponent(code, { isRetired: code === 'OLD' }),
        seen: 0,
      })
  })
  afterAll(() => box.close())

  const schedules = async () => (await feeSetup(box, finance)).schedules
  const givenPlan = async (more = {}) => {
    const plan = aPlan(more)
    expect(await tell(box, finance, saveFeePlan, { plan, seen: 0 })).toBe(200)
    return plan
  }

  it('keeps a component by its code: changed from what was seen, taken codes refused, no rate without a tax', async () => {
    const component = aComponent('MEALS', { kind: 'meals', taxCode: 'standard', taxPpm: 50_000 })
    expect(await tell(box, finance, saveFeeComponent, { component, seen: 0 })).toBe(200)
    expect(await tell(box, finance, saveFeeComponent, { component, seen: 0 })).toBe(200)
    const other = { ...component, name: { en: 'Lunch', ar: 'غداء' } }
    expect(await tell(box, finance, saveFeeComponent, { component: other, seen: 0 })).toBe('fees.code-taken')
    expect(await tell(box, finance, saveFeeComponent, { component: other, seen: 1 })).toBe(200)
    expect(await tell(box, finance, saveFeeComponent, { component, seen: 1 })).toBe('fees.changed')
    const exempt = { ...other, taxCode: 'exempt' as const }
    expect(await tell(box, finance, saveFeeComponent, { component: exempt, seen: 2 })).toBe('request.invalid')
    expect(await tell(box, head, saveFeeComponent, { component: other, seen: 2 })).toBe('access.denied')
    expect(await tell(box, finance, removeFeeComponent, { componentCode: 'MEALS' })).toBe(200)
    expect(await tell(box, finance, removeFeeComponent, { componentCode: 'MEALS' })).toBe('request.not-found')
  })

  it('FEE-09 accepts typed amounts that are the fees, and refuses them one unit off', async () => {
    const amounts = [100_000, 1_260_000, 1_260_000, 1_247_000]
    const plan = await givenPlan({
      parts: amounts.map((amount, at) => ({
        label: { en: 'Part', ar: 'قسط' },
        due: { on: `2030-${String(at + 9).padStart(2, '0')}-01` },
        share: { amount: minor(amount) },
      })),
    })
    const with1 = (amount: number) =>
      aSchedule(plan.id, {
        grades: ['9'],
        lines: [{ component: 'TUITION', amount: minor(amount), approvedAmount: minor(amount) }],
      })
    expect(await tell(box, finance, saveFeeSchedule, { schedule: with1(3_867_001), seen: 0 })).toBe('fees.plan-sum')
    expect(await tell(box, finance, saveFeeSchedule, { schedule: with1(3_867_000), seen: 0 })).toBe(200)
  })

  it('refuses a plan of 99.9999 %, and one whose days go back', async () => {
    const plan = aPlan()
    const [first, ...rest] = plan.parts
    const short = { ...plan, parts: [{ ...first, share: { ppm: 399_999 } }, ...rest] as typeof plan.parts }
    expect(await tell(box, finance, saveFeePlan, { plan: short, seen: 0 })).toBe('fees.plan-sum')
    const back = { ...plan, parts: plan.parts.toReversed() }
    expect(await tell(box, finance, saveFeePlan, { plan: back, seen: 0 })).toBe('fees.plan-order')
    expect(await tell(box, finance, removeFeePlan, { id: plan.id })).toBe('request.not-found')
  })

  it('approves a draft by another person, freezes it, and takes a change as its next version', async () => {
    const plan = await givenPlan()
    const schedule = aSchedule(plan.id)
    expect(await tell(box, admin, saveFeeSchedule, { schedule, seen: 0 })).toBe(200)
    expect(await tell(box, admin, approveFeeSchedule, { id: schedule.id, seen: 1 })).toBe('student.needs-another')
    expect(await tell(box, finance, approveFeeSchedule, { id: schedule.id, seen: 1 })).toBe('access.denied')
    const dearer = {
      ...schedule,
      lines: [{ component: 'TUITION', amount: minor(4_600_000), approvedAmount: minor(4_600_000) }],
    }
    expect(await tell(box, admin, saveFeeSchedule, { schedule: dearer, seen: 1 })).toBe(200)
    expect(await tell(box, head, approveFeeSchedule, { id: schedule.id, seen: 1 })).toBe('fees.changed')
    expect(await tell(box, head, approveFeeSchedule, { id: schedule.id, seen: 2 })).toBe(200)
    expect(await tell(box, admin, saveFeeSchedule, { schedule, seen: 2 })).toBe('fees.frozen')
    expect(await tell(box, admin, removeFeeSchedule, { id: schedule.id })).toBe('fees.frozen')
    const otherParts = {
      ...plan,
      parts: plan.parts.slice(0, 1).map((part) => ({ ...part, share: { ppm: 1_000_000 } })),
    }
    expect(await tell(box, finance, saveFeePlan, { plan: otherParts, seen: 1 })).toBe('fees.in-use')
    expect(await tell(box, finance, removeFeeComponent, { componentCode: 'TUITION' })).toBe('fees.in-use')

    const next = { ...schedule, id: newFeeId(), grades: ['1', '2', '3'] }
    expect(await tell(box, finance, saveFeeSchedule, { schedule: next, seen: 0 })).toBe(200)
    const another = { ...next, id: newFeeId() }
    expect(await tell(box, finance, saveFeeSchedule, { schedule: another, seen: 0 })).toBe('fees.frozen')
    expect(await tell(box, head, approveFeeSchedule, { id: next.id, seen: 1 })).toBe(200)
    const ofSeries = (await schedules()).filter(({ seriesId }) => seriesId === schedule.seriesId)
    expect(ofSeries.map(({ version, state, isReplaced }) => [version, state, isReplaced])).toEqual([
      [1, 'approved', true],
      [2, 'approved', false],
    ])
    const rival = aSchedule(plan.id, { grades: ['3', '4'] })
    expect(await tell(box, finance, saveFeeSchedule, { schedule: rival, seen: 0 })).toBe(200)
    expect(await tell(box, head, approveFeeSchedule, { id: rival.id, seen: 1 })).toBe('fees.overlap')
    expect(await tell(box, finance, removeFeeSchedule, { id: rival.id })).toBe(200)
  })

  it('names no retired or unknown component', async () => {
    const plan = await givenPlan()
    const withLine = (component: string) =>
      aSchedule(plan.id, { grades: ['7'], lines: [{ component, amount: minor(100), approvedAmount: minor(100) }] })
    expect(await tell(box, finance, saveFeeSchedule, { schedule: withLine('OLD'), seen: 0 })).toBe('fees.retired')
    expect(await tell(box, finance, saveFeeSchedule, { schedule: withLine('NONE'), seen: 0 })).toBe('request.not-found')
    const rule = {
      id: newFeeId(),
      name: { en: 'Staff', ar: 'الموظفون' },
      kind: 'staff' as const,
      amounts: [{ ppm: 500_000 }],
      components: ['NONE'],
      onGross: false,
      familyCapAmount: null,
      isClawedBack: false,
      personsOnly: true,
      isRetired: false,
    }
    expect(await tell(box, finance, saveFeeDiscountRule, { rule, seen: 0 })).toBe('request.not-found')
    const ranked = { ...rule, components: null, amounts: [{ ppm: 1 }, { ppm: 2 }] }
    expect(await tell(box, finance, saveFeeDiscountRule, { rule: ranked, seen: 0 })).toBe('request.invalid')
  })

  it('keeps its settings, and records who changed what without what was typed', async () => {
    const { settings } = await feeSetup(box, finance)
    const { revision: seen, ...values } = settings
    expect(seen).toBe(0)
    const set = {
      ...values,
      fiscalMonth: 9,
      reminders: [
        { daysAfterDue: 3, daysAfterLast: 0 },
        { daysAfterDue: 9, daysAfterLast: 6 },
      ],
    }
    // Two notices lie at least a week apart.
    expect(await tell(box, finance, saveFeeSettings, { settings: set, seen })).toBe('request.invalid')
    const apart = {
      ...set,
      reminders: [
        { daysAfterDue: 3, daysAfterLast: 0 },
        { daysAfterDue: 10, daysAfterLast: 7 },
      ],
    }
    expect(await tell(box, finance, saveFeeSettings, { settings: apart, seen })).toBe(200)
    expect(await tell(box, finance, saveFeeSettings, { settings: set, seen })).toBe('request.invalid')
    expect((await feeSetup(box, finance)).settings).toEqual({ ...apart, revision: 1 })
    // Who may grant discounts alone raises nobody's limit, their own least of all; lowering it is open to them.
    const limit = (more: Partial<typeof apart>, who: Caller, at: number) =>
      tell(box, who, saveFeeSettings, { settings: { ...apart, ...more }, seen: at })
    expect(await limit({ grantPpm: 100_001 }, finance, 1)).toBe('fees.limit-approval')
    expect(await limit({ grantAmount: minor(1) }, finance, 1)).toBe('fees.limit-approval')
    expect(await limit({ grantPpm: 50_000 }, finance, 1)).toBe(200)
    expect(await limit({ grantAmount: minor(1) }, admin, 2)).toBe(200)
    // A client of an earlier edition does not know the latest settings: they stay.
    const { ownLeaving: _rule, sendsReminders: _sends, ...old } = { ...apart, taxNumber: '123' }
    expect(await limit({ sendsReminders: true }, admin, 3)).toBe(200)
    expect(await tell(box, admin, saveFeeSettings, { settings: old, seen: 4 })).toBe(200)
    expect((await feeSetup(box, finance)).settings).toMatchObject({ taxNumber: '123', sendsReminders: true })
    const acts = await box.db.owner.select().from(auditEvents)
    const ours = acts.filter(({ what }) => what.startsWith('fee-'))
    expect(ours.map(({ what }) => what)).toContain('fee-schedule-approved')
    expect(ours.find(({ facts }) => facts['parts'] === 'settings')?.byUser).toBe(finance.userId)
  })

  it('shows nothing to another school or to a teacher of tills', async () => {
    const pearl = await makeSchool(box, 'pearl')
    const theirs = await signInAs(box, pearl, 'pearl-admin', ['admin'])
    expect(await feeSetup(box, theirs)).toMatchObject({ components: [], plans: [], schedules: [] })
    const [schedule] = await schedules()
    expect(await tell(box, theirs, approveFeeSchedule, { id: schedule?.id ?? '', seen: 1 })).toBe('request.not-found')
  })
})
