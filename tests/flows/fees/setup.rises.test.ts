import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSchool } from '#server/features/school/school.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import { saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { approveFeeSchedule, type FeeScheduleInput, saveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { bill } from '#tests/support/fees/fee-ledger.ts'
import { aComponent, aPlan, aSchedule, makePupils, tell } from '#tests/support/fees/fee-set-up.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

type Due = ReturnType<typeof aPlan>['parts'][number]['due']

/** A plan of parts in per cent, each with the day on which it is due. */
const aPlanOf = (shares: readonly [due: string | Due, percent: number][]) =>
  aPlan({
    parts: shares.map(([due, percent], at) => ({
      label: { en: `Part ${at + 1}`, ar: `القسط ${at + 1}` },
      due: typeof due === 'string' ? { on: due } : due,
      share: { ppm: percent * 10_000 },
    })),
  })

/** Half of the year's fees when each semester starts. */
const bySemester = () =>
  aPlanOf([
    [{ term: 1, days: 0 }, 50],
    [{ term: 2, days: 0 }, 50],
  ])

describe('higher fees that a regulator forbids', () => {
  let box: Box
  beforeAll(async () => {
    box = await openBox('pglite')
  })
  afterAll(() => box.close())

  interface Desk {
    school: TestSchool
    finance: Caller
    head: Caller
  }
  async function open(regulator: Regulator, code: string = regulator): Promise<Desk> {
    const school = await makeSchool(box, code, { currency: regulator === 'saudi' ? 'SAR' : 'QAR' })
    await box.db.database.tenant(school.schoolId, async (tx) => {
      const { profile } = await readSchool(tx, school.schoolId)
      const semesters = ['2030-09-01', '2031-01-26'].map((startsOn, at) => ({
        startsOn,
        endsOn: at === 0 ? '2031-01-15' : '2031-06-20',
        name: { en: `Semester ${at + 1}`, ar: `الفصل ${at + 1}` },
      }))
      const years = [{ startsOn: '2030-09-01', endsOn: '2031-06-20', terms: semesters }]
      await tx.update(schools).set({ profile: { ...profile, regulator, years } })
    })
    const finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    await call(box.app, finance, saveFeeComponent, { component: aComponent('TUITION'), seen: 0 })
    return { school, finance, head }
  }
  const saved = async ({ finance }: Desk, plan: ReturnType<typeof aPlan>) => {
    expect(await tell(box, finance, saveFeePlan, { plan, seen: 0 })).toBe(200)
    return plan.id
  }

  /** Asks for an amount in a year, as the next version of a series where one is given. @returns how it ended, and the schedule */
  async function ask(
    { finance, head }: Desk,
    {
      amount,
      approvedOn,
      ...more
    }: Partial<FeeScheduleInput> & { amount: number; approvedOn?: string; planId: string },
  ) {
    const line = { component: 'TUITION', amount: minor(amount), approvedAmount: minor(amount) }
    const lines = [{ ...line, ...(approvedOn !== undefined && { approvedOn }) }]
    const schedule = aSchedule(more.planId, { ...more, lines })
    expect(await tell(box, finance, saveFeeSchedule, { schedule, seen: 0 })).toBe(200)
    const { status, body } = await call(box.app, head, approveFeeSchedule, { id: schedule.id, seen: 1 })
    return { schedule, ended: status === 200 ? 'approved' : [body.messageId, body.field].join(' ') }
  }

  it('FEE-10 Qatar: a rise without an approval, and a second one within two years', async () => {
    const desk = await open('qatar')
    const planId = await saved(desk, bySemester())
    const { schedule, ended } = await ask(desk, { planId, year: 2028, amount: 4_000_000 })
    expect(ended).toBe('approved')
    const next = { planId, grades: schedule.grades }
    expect((await ask(desk, { ...next, year: 2029, amount: 4_000_001 })).ended).toBe('fees.unlawful rise-unapproved')
    const approvalRef = '2029/118'
    expect((await ask(desk, { ...next, year: 2029, amount: 4_100_000, approvalRef })).ended).toBe('approved')
    expect((await ask(desk, { ...next, year: 2030, amount: 4_200_000, approvalRef })).ended).toBe(
      'fees.unlawful rise-too-soon',
    )
    expect((await ask(desk, { ...next, year: 2030, amount: 4_100_000 })).ended).toBe('approved')
    // Of other grades nothing was asked before.
    expect((await ask(desk, { planId, grades: ['7'], year: 2030, amount: 9_000_000 })).ended).toBe('approved')
    expect((await ask(desk, { ...next, year: 2031, amount: 4_200_000, approvalRef })).ended).toBe('approved')
  })

  it('FEE-10 Qatar: the fee of a semester is not due before the semester', async () => {
    const { finance } = await open('qatar', 'semesters')
    const fault = async (shares: readonly [on: string, percent: number][]) => {
      const plan = aPlanOf(shares)
      await tell(box, finance, saveFeePlan, { plan, seen: 0 })
      const schedule = aSchedule(plan.id)
      const { status, body } = await call(box.app, finance, saveFeeSchedule, { schedule, seen: 0 })
      return status === 200 ? 'saved' : [body.messageId, body.field].join(' ')
    }
    const early = 'fees.unlawful part-before-semester'
    expect(
      await fault([
        ['2030-08-31', 50],
        ['2031-01-26', 50],
      ]),
    ).toBe(early)
    expect(
      await fault([
        ['2030-09-01', 50],
        ['2031-01-25', 50],
      ]),
    ).toBe(early)
    expect(
      await fault([
        ['2030-09-01', 60],
        ['2031-01-26', 40],
      ]),
    ).toBe(early)
    expect(
      await fault([
        ['2030-09-01', 25],
        ['2030-12-01', 25],
        ['2031-01-26', 50],
      ]),
    ).toBe('saved')
  })

  it('FEE-10 Saudi Arabia: registered a year ahead, and no rise once somebody is billed', async () => {
    const desk = await open('saudi')
    const planId = await saved(desk, bySemester())
    expect((await ask(desk, { planId, amount: 4_000_000 })).ended).toBe('fees.unlawful registered-late')
    const late = { planId, amount: 4_000_000, approvedOn: '2029-09-02' }
    expect((await ask(desk, late)).ended).toBe('fees.unlawful registered-late')
    const { schedule, ended } = await ask(desk, { ...late, approvedOn: '2029-09-01' })
    expect(ended).toBe('approved')
    const { seriesId, grades } = schedule
    const higher = { planId, seriesId, grades, amount: 4_000_001, approvedOn: '2029-09-01' }
    const first = await ask(desk, higher)
    expect(first.ended).toBe('approved')
    await makePupils(box, desk.school, [{ father: 'Saad', births: ['2024-03-01'] }])
    await bill(box, desk.finance, desk.school)
    expect((await ask(desk, { ...higher, amount: 4_000_002 })).ended).toBe('fees.unlawful rise-within-year')
  })
})
