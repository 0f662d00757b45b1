import { changeDiscountRule } from '#server/features/fees/setup/discount-rule.service.ts'
import type { FeeBy } from '#server/features/fees/setup/fee-by.ts'
import { changeComponent } from '#server/features/fees/setup/fee-component.service.ts'
import { changePlan } from '#server/features/fees/setup/fee-plan.service.ts'
import { approveSchedule } from '#server/features/fees/setup/approve-schedule.service.ts'
import { changeSchedule } from '#server/features/fees/setup/fee-schedule.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeComponentInput } from '#shared/fees/setup/fee-component.contract.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { type Currency, currencyExponents, minor } from '#shared/kernel/money.ts'
import type { Clock } from '#shared/kernel/time.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { schoolYearOf } from '#shared/school/school-year.rules.ts'
import type { DemoSchool } from './demo-types.ts'

/** Yearly amounts in whole units of the currency, by the grades that share them: tuition, books. */
const amounts = [
  { grades: ['PREKG', 'KG1', 'KG2'], of: { QAR: [24_000, 900], KWD: [1900, 60] } },
  { grades: ['1', '2', '3', '4', '5', '6'], of: { QAR: [32_000, 1500], KWD: [2600, 90] } },
  { grades: ['7', '8', '9', '10', '11', '12'], of: { QAR: [38_000, 1800], KWD: [3100, 120] } },
] as const
const others = [9000, 300] as const
const amountsIn = (of: (typeof amounts)[number]['of'], currency: Currency): readonly [number, number] =>
  currency === 'QAR' || currency === 'KWD' ? of[currency] : others

const usual: Omit<FeeComponentInput, 'code' | 'name' | 'kind' | 'priority'> = {
  taxCode: 'none',
  taxPpm: 0,
  stateBears: false,
  account: '',
  isDeferred: true,
  isDiscountable: true,
  capsAsTuition: true,
  refundRule: 'tuition',
  billing: 'plan',
  isRetired: false,
  isOptional: false,
}

const components: readonly FeeComponentInput[] = [
  {
    ...usual,
    code: 'TUITION',
    name: { en: 'Tuition', ar: 'الرسوم الدراسية' },
    kind: 'tuition',
    account: '4100',
    priority: 10,
  },
  {
    ...usual,
    code: 'BOOKS',
    name: { en: 'Books', ar: 'الكتب' },
    kind: 'books',
    account: '4200',
    isDeferred: false,
    isDiscountable: false,
    capsAsTuition: false,
    refundRule: 'unused',
    billing: 'first-part',
    priority: 20,
  },
]

const rule = { components: null, onGross: false, familyCapAmount: null, isClawedBack: false, isRetired: false } as const
const discounts = [
  {
    ...rule,
    name: { en: 'Siblings', ar: 'خصم الإخوة' },
    kind: 'sibling',
    amounts: [{ ppm: 0 }, { ppm: 50_000 }, { ppm: 100_000 }],
    personsOnly: true,
  },
  {
    ...rule,
    name: { en: 'Staff', ar: 'خصم الموظفين' },
    kind: 'staff',
    amounts: [{ ppm: 250_000 }],
    personsOnly: false,
  },
] as const

/** Sets the fees of this school year by the calls that screens make: finance writes them, the head approves them. */
export async function writeFees(
  tx: Tx,
  { id: schoolId, staff, currency, timeZone }: DemoSchool,
  { clock, random }: { clock: Clock; random: Random },
): Promise<void> {
  const nowMs = clock.nowMs()
  const userOf = (role: 'finance' | 'head') => staff.find((each) => each.role === role)?.id
  const [finance, head] = [userOf('finance'), userOf('head')]
  if (!finance || !head) return
  const by: FeeBy = { schoolId, userId: finance, nowMs, random }
  const newId = () => uuidv7(nowMs, random)
  for (const values of components) await changeComponent(tx, by, { values, seen: 0 })
  for (const each of discounts)
    await changeDiscountRule(tx, by, { values: { ...each, amounts: [...each.amounts], id: newId() }, seen: 0 })
  const year = schoolYearOf(businessDay(nowMs, timeZone, 0))
  const planId = newId()
  await changePlan(tx, by, { values: planOf(planId, year), seen: 0 })
  for (const { grades, of } of amounts) {
    const id = newId()
    const lines = components.map(({ code }, at) => {
      const amount = minor((amountsIn(of, currency)[at] ?? 0) * 10 ** currencyExponents[currency])
      return { component: code, amount, approvedAmount: amount }
    })
    const values = { id, seriesId: id, year, campus: '', stream: '', grades: [...grades], pupils: 'all' as const }
    await changeSchedule(tx, by, { values: { ...values, approvalRef: `${year}/118`, lines, planId }, seen: 0 })
    await approveSchedule(tx, { ...by, userId: head }, { id, seen: 1 })
  }
}

/** Three parts through the school year. */
const planOf = (id: string, year: number) => ({
  id,
  name: { en: 'Three instalments', ar: 'ثلاثة أقساط' },
  parts: [
    { on: `${year}-09-01`, ppm: 400_000, en: 'First instalment', ar: 'القسط الأول' },
    { on: `${year + 1}-01-01`, ppm: 300_000, en: 'Second instalment', ar: 'القسط الثاني' },
    { on: `${year + 1}-04-01`, ppm: 300_000, en: 'Third instalment', ar: 'القسط الثالث' },
  ].map(({ on, ppm, en, ar }) => ({ label: { en, ar }, due: { on }, share: { ppm } })),
  isRetired: false,
})
