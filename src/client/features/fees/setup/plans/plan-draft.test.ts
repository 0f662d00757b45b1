import { expect, it } from 'vitest'
import { FeePlanInput } from '#shared/fees/setup/fee-plan.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { newPart, planDraftOf, planInputOf, planSums } from './plan-draft.ts'

const plan = {
  id: '0190a5a5-0000-7000-8000-00000000a001',
  name: { en: 'Plan', ar: 'خطة' },
  parts: [
    { label: { en: 'Seat', ar: 'المقعد' }, due: { on: '2030-06-01' }, share: { amount: minor(100_000) } },
    { label: { en: 'Rest', ar: 'الباقي' }, due: { term: 2, days: -14 }, share: { ppm: 1_000_000 } },
  ],
  isRetired: false,
  revision: 1,
}

it('writes a plan as it is typed, and reads the same again', () => {
  const { revision: _revision, ...same } = plan
  expect(planInputOf(plan.id, planDraftOf(plan, 'KWD'), 'KWD')).toEqual(same)
})

it('adds up what is typed, percentages and amounts apart', () => {
  const parts = ['40', '30', '٣٠'].map((value, at) => ({ ...newPart(String(at), at + 1), value }))
  const draft = {
    name: plan.name,
    parts: [...parts, { ...newPart('3', 4), of: 'amount' as const, value: '12.5' }],
    isRetired: false,
  }
  expect(planSums(draft, 'QAR')).toEqual({ hasPercent: true, ppm: 1_000_000, amount: 1250 })
})

it('has nothing to save for a part without a day or a share', () => {
  const draft = { name: plan.name, parts: [newPart('0', 1)], isRetired: false }
  expect(FeePlanInput.safeParse(planInputOf(plan.id, draft, 'QAR')).success).toBe(false)
})
