import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSchool } from '#server/features/school/school.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import { saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import type { FeePlanInput } from '#shared/fees/setup/fee-plan.contract.ts'
import { saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { saveFeeSettings } from '#shared/fees/setup/fee-settings.contract.ts'
import { readFeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { saveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { aComponent, aPlan, aSchedule, newFeeId, tell } from '#tests/support/fees/fee-set-up.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

/** Parts of these shares, in parts per million, each due on the first of a month from September. */
const partsOf = (shares: readonly number[]): FeePlanInput['parts'] =>
  shares.map((ppm, at) => ({
    label: { en: `Part ${at + 1}`, ar: `القسط ${at + 1}` },
    due: { on: new Date(Date.UTC(2030, 8 + at, 1)).toISOString().slice(0, 10) },
    share: { ppm },
  }))

describe('schedules that a regulator forbids', () => {
  let box: Box
  beforeAll(async () => {
    box = await openBox('pglite')
  })
  afterAll(() => box.close())

  async function open(regulator: Regulator, code: string = regulator): Promise<Caller> {
    const school = await makeSchool(box, code, { currency: regulator === 'kuwait' ? 'KWD' : 'AED' })
    await box.db.database.tenant(school.schoolId, async (tx) => {
      const { profile } = await readSchool(tx, school.schoolId)
      await tx.update(schools).set({ profile: { ...profile, regulator } })
    })
    const finance = await signInAs(box, school, 'finance', ['finance'])
    const components = [
      aComponent('TUITION'),
      aComponent('APPLICATION', { kind: 'application', billing: 'first-part', capsAsTuition: false }),
      aComponent('SEAT', { kind: 'registration', billing: 'first-part', capsAsTuition: false }),
    ]
    for (const component of components) await call(box.app, finance, saveFeeComponent, { component, seen: 0 })
    return finance
  }

  interface Asked {
    shares?: readonly number[]
    lines?: readonly (readonly [component: string, amount: number, approved?: number | null])[]
    pupils?: 'all' | 'new' | 'returning'
  }
  async function ask(finance: Caller, { shares = [400_000, 300_000, 300_000], lines = [], pupils = 'all' }: Asked) {
    const plan = aPlan({ parts: partsOf(shares) })
    await call(box.app, finance, saveFeePlan, { plan, seen: 0 })
    const schedule = aSchedule(plan.id, {
      pupils,
      grades: [newFeeId().slice(0, 8)],
      lines: (lines.length > 0 ? lines : [['TUITION', 4_500_000] as const]).map(
        ([component, amount, approved = amount]) => ({
          component,
          amount: minor(amount),
          approvedAmount: approved === null ? null : minor(approved),
        }),
      ),
    })
    const { status, body } = await call(box.app, finance, saveFeeSchedule, { schedule, seen: 0 })
    return status === 200 ? 'saved' : [body.messageId, body.field].join(' ')
  }

  it('FEE-10 FEE-11 Dubai: a first part of 41 %, an application of 501 and a seat above its cap, each with its rule', async () => {
    const dubai = await open('dubai')
    expect(await ask(dubai, {})).toBe('saved')
    expect(await ask(dubai, { shares: [410_000, 300_000, 290_000] })).toBe('fees.unlawful part-cap')
    const tuition = ['TUITION', 4_500_000] as const
    expect(await ask(dubai, { lines: [tuition, ['APPLICATION', 50_000]] })).toBe('saved')
    expect(await ask(dubai, { lines: [tuition, ['APPLICATION', 50_100]] })).toBe('fees.unlawful application-cap')
    expect(await ask(dubai, { lines: [tuition, ['SEAT', 450_000]], pupils: 'new' })).toBe('saved')
    expect(await ask(dubai, { lines: [tuition, ['SEAT', 450_450]], pupils: 'new' })).toBe('fees.unlawful seat-cap')
    // FEE-11 The cap of a returning child is 5 %, but never below 500.
    const low = ['TUITION', 800_000] as const
    expect(await ask(dubai, { lines: [low, ['SEAT', 50_000]], pupils: 'returning' })).toBe('saved')
    expect(await ask(dubai, { lines: [low, ['SEAT', 50_001]], pupils: 'returning' })).toBe('fees.unlawful seat-cap')
    expect(await ask(dubai, { lines: [low, ['SEAT', 50_001]], pupils: 'new' })).toBe('saved')
  })

  it('FEE-12 Abu Dhabi: 34/33/33 is refused, three or ten equal parts are not', async () => {
    const abuDhabi = await open('abu-dhabi')
    const lines = [['TUITION', 3_000_000, 3_000_000]] as const
    expect(await ask(abuDhabi, { lines, shares: [340_000, 330_000, 330_000] })).toBe('fees.unlawful parts-unequal')
    expect(await ask(abuDhabi, { lines, shares: [333_333, 333_333, 333_334] })).toBe('saved')
    expect(await ask(abuDhabi, { lines, shares: Array.from({ length: 10 }, () => 100_000) })).toBe('saved')
    expect(await ask(abuDhabi, { lines: [['TUITION', 3_000_000, null]] })).toBe('fees.unlawful not-approved')
  })

  it('FEE-13 Kuwait: an amount above the approved one is refused, an equal one is not', async () => {
    const kuwait = await open('kuwait')
    expect(await ask(kuwait, { lines: [['TUITION', 1_500_001, 1_500_000]] })).toBe('fees.unlawful above-approved')
    expect(await ask(kuwait, { lines: [['TUITION', 1_500_000, 1_500_000]] })).toBe('saved')
  })

  it('FEE-10 Kuwait: seat money of KD 100, of KD 25 at an Arabic or model school', async () => {
    const kuwait = await open('kuwait', 'kuwait-model')
    const seat = (amount: number) =>
      ask(kuwait, {
        lines: [
          ['TUITION', 1_500_000],
          ['SEAT', amount],
        ],
      })
    expect([await seat(100_000), await seat(100_001)]).toEqual(['saved', 'fees.unlawful seat-cap'])
    const { settings } = readFeeSetup.reply.parse((await call(box.app, kuwait, readFeeSetup)).body)
    const { revision, schoolKind: _kind, ...rest } = settings
    const set = (more: object, seen: number) =>
      tell(box, kuwait, saveFeeSettings, { settings: { ...rest, ...more }, seen })
    expect(await set({ schoolKind: 'arabic' }, revision)).toBe(200)
    // A client that does not know of it leaves it as it is.
    expect(await set({ fiscalMonth: 9 }, revision + 1)).toBe(200)
    expect([await seat(25_000), await seat(25_001)]).toEqual(['saved', 'fees.unlawful seat-cap'])
  })
})
