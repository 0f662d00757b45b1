import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { chooseFeePlan, saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { approveFeeSchedule, saveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import { equalShares } from '#shared/fees/plans/plan.rules.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, ledgerFaults, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { aPlan, makePupils, newFeeId, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

describe.each(engines)('billing after a part was billed on %s', (engine) => {
  let box: Box
  beforeAll(async () => {
    box = await openBox(engine)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  async function schoolOf(code: string, count = 1) {
    const school = await makeSchool(box, code)
    const finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    const made = await setUpFees(box, { finance, head })
    const families = Array.from({ length: count }, (_, at) => ({ father: `Father ${at}`, births: ['2022-05-05'] }))
    const pupils = await makePupils(box, school, families)
    const ten = aPlan({
      id: newFeeId(),
      parts: equalShares(10).map((ppm, at) => ({
        label: { en: `Month ${at + 1}`, ar: `شهر ${at + 1}` },
        due: { on: at < 4 ? `2030-${String(9 + at).padStart(2, '0')}-01` : `2031-0${at - 3}-01` },
        share: { ppm },
      })),
    })
    expect(await tell(box, finance, saveFeePlan, { plan: ten, seen: 0 })).toBe(200)
    return { school, finance, head, ...made, ten, ids: pupils.map(({ id }) => id) }
  }

  /** Credits all that a child was invoiced. */
  async function creditAll(finance: Caller, studentId: string) {
    const { items } = await accountOfChild(box, finance, studentId)
    for (const { invoice, chargeId, billed } of items)
      expect(
        await tell(box, finance, issueCreditNote, {
          opId: newOpId(),
          documentId: invoice?.documentId ?? '',
          lines: [{ chargeId, amount: billed }],
          reason: 'Billed by mistake',
        }),
      ).toBe(200)
  }

  it('a charge that was credited in full is billed again, once, as its next version', async () => {
    const { school, finance, ids } = await schoolOf('credited')
    const [studentId = ''] = ids
    await bill(box, finance, school, { parts: [1] })
    await creditAll(finance, studentId)
    expect(await bill(box, finance, school, { parts: [1] })).toMatchObject({ charges: 1, errorCount: 0 })
    expect(await bill(box, finance, school, { parts: [1] })).toMatchObject({ charges: 0 })
    const { rows } = await box.db.owner.execute(
      sql`select version from fee_charges where school_id = ${school.schoolId} order by version`,
    )
    expect(rows).toEqual([{ version: 1 }, { version: 2 }])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('a child’s plan stays once a part is billed by it, until that is credited in full', async () => {
    const { school, finance, ten, plan, ids } = await schoolOf('choice')
    const [studentId = ''] = ids
    const choose = (planId: string | null) => tell(box, finance, chooseFeePlan, { studentId, year: 2030, planId })
    expect(await choose(ten.id)).toBe(200)
    expect(await choose(null)).toBe(200)
    await bill(box, finance, school, { parts: [1] })
    expect(await choose(ten.id)).toBe('fees.plan-billed')
    // The plan of its schedule, chosen by name, changes nothing.
    expect(await choose(plan.id)).toBe(200)
    await bill(box, finance, school)
    const { items } = await accountOfChild(box, finance, studentId)
    expect(items.reduce((all, { billed }) => all + billed, 0)).toBe(4_500_000)
    await creditAll(finance, studentId)
    expect(await choose(ten.id)).toBe(200)
    expect(await bill(box, finance, school)).toMatchObject({ charges: 10, total: 4_500_000, errorCount: 0 })
  })

  it('a new version of a schedule keeps the plan by which children are billed', async () => {
    const { school, finance, head, ten, schedule, ids } = await schoolOf('version')
    await bill(box, finance, school, { parts: [1] })
    const next = { ...schedule, id: newFeeId(), planId: ten.id }
    const approve = (seen: number) => tell(box, head, approveFeeSchedule, { id: next.id, seen })
    expect(await tell(box, finance, saveFeeSchedule, { schedule: next, seen: 0 })).toBe(200)
    expect(await approve(1)).toBe('fees.plan-billed')
    await creditAll(finance, ids[0] ?? '')
    expect(await approve(1)).toBe(200)
  })
})
