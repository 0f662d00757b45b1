import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { foodPacks, forbiddenClasses, stageOf } from './food-pack.rules.ts'
import type { RuleSource, RuleTerms, SpendingRule } from './spending-rule.contract.ts'
import {
  judgeSpending,
  overrideOf,
  type RuledLine,
  type RuledPurchase,
  type RulesOf,
  spendingLeft,
  type Spent,
} from './spending.rules.ts'

const day = '2030-01-21'
const rule = (terms: RuleTerms, source: RuleSource = 'parent', more: Partial<SpendingRule> = {}): SpendingRule => ({
  id: '10000000-0000-4000-8000-000000000001',
  source,
  terms,
  ...more,
})
const rulesOf = (more: Partial<RulesOf> = {}): RulesOf => ({
  school: undefined,
  own: [],
  allergens: [],
  stage: 'primary',
  ...more,
})
const nothing: Spent = { day: 0, week: 0, inPeriod: () => 0, pieces: () => 0 }
const line = (more: Partial<RuledLine> = {}): RuledLine => ({
  lineId: 'l1',
  itemId: 'crisps',
  categoryId: 'snacks',
  pieces: 1,
  classes: [],
  allergens: [],
  parts: [],
  ...more,
})
const purchase = (more: Partial<RuledPurchase> = {}): RuledPurchase => ({
  lines: [line()],
  amount: 300,
  businessDay: day,
  minute: 720,
  ...more,
})
const lunch = { from: 660, until: 780 }

describe('what an account must not buy', () => {
  it('POS-76: a parent forbids crisps: blocked from then on, and only with approval at a staffed till', () => {
    const own = [rule({ kind: 'no-item', target: 'crisps' })]
    const [broken] = judgeSpending(rulesOf({ own }), nothing, purchase())
    expect(broken).toEqual({ source: 'parent', kind: 'no-item', target: 'crisps', lineIds: ['l1'] })
    expect(broken && overrideOf(broken)).toBe('approval')
    expect(judgeSpending(rulesOf({ own }), nothing, purchase({ lines: [line({ itemId: 'water' })] }))).toEqual([])
  })

  it('POS-77: a parent allows peanuts, the law forbids them: blocked, and by nobody allowed', () => {
    const peanuts = purchase({ lines: [line({ classes: ['peanut'] })] })
    const broken = judgeSpending(rulesOf({ school: { pack: 'sa', rules: [] } }), nothing, peanuts)
    expect(broken).toMatchObject([{ source: 'law', kind: 'no-class', target: 'peanut' }])
    expect(overrideOf({ source: 'law' })).toBe('never')
  })

  it('POS-78: coffee in Saudi Arabia: blocked in primary, sold in secondary, and no rule for staff', () => {
    const coffee = purchase({ lines: [line({ classes: ['coffee-tea'] })] })
    const at = (className: string, grade?: string) => {
      const stage = stageOf({ className, grade })
      return judgeSpending(rulesOf({ school: { pack: 'sa', rules: [] }, stage }), nothing, coffee).length
    }
    expect(['KG1-A', '2-B', '9-C', '10-A', '12-B', 'Staff'].map((name) => at(name))).toEqual([1, 1, 1, 0, 0, 0])
    // By the grade of the class, whatever its name says of one; a year is not the grade of its number.
    expect([at('7 Red', '10'), at('Falcons', '4'), at('11 Red', 'Y10'), at('Year 10'), at('Year 11')]).toEqual([
      0, 1, 1, 1, 0,
    ])
    expect(stageOf({ className: '7 Red', grade: 'Y7' })).toBe('primary')
    expect(stageOf({ className: '1 Red', grade: 'Y1' })).toBe('kindergarten')
    expect(stageOf({ className: '7 Red', grade: 'Juniors' })).toBe('intermediate')
    expect(forbiddenClasses('sa', 'primary')).toContain('fizzy-drink')
    expect(Object.keys(foodPacks)).toEqual(['sa', 'kw', 'ae'])
  })

  it('POS-80: a denied category, item or class that comes as an option or a part is blocked as well', () => {
    const meal = (part: Partial<RuledLine['parts'][number]>) =>
      purchase({
        lines: [
          line({
            itemId: 'meal',
            categoryId: 'meals',
            parts: [{ itemId: 'side', categoryId: 'sides', classes: [], ...part }],
          }),
        ],
      })
    const denied: [RuleTerms, RuledPurchase][] = [
      [{ kind: 'no-category', target: 'sweets' }, meal({ categoryId: 'sweets' })],
      [{ kind: 'no-item', target: 'cola' }, meal({ itemId: 'cola' })],
      [{ kind: 'no-class', target: 'fizzy-drink' }, meal({ classes: ['fizzy-drink'] })],
    ]
    for (const [terms, wanted] of denied)
      expect(judgeSpending(rulesOf({ own: [rule(terms)] }), nothing, wanted)).toMatchObject([{ lineIds: ['l1'] }])
  })

  it('counts only on its days', () => {
    const on = (from?: string, until?: string) =>
      judgeSpending(
        rulesOf({
          own: [
            rule({ kind: 'no-item', target: 'crisps' }, 'parent', { ...(from && { from }), ...(until && { until }) }),
          ],
        }),
        nothing,
        purchase(),
      ).length
    expect([on(day, day), on('2030-01-22'), on(undefined, '2030-01-20'), on(undefined, day)]).toEqual([1, 0, 0, 1])
  })

  it('names an allergen of the account, and counts pieces of a day', () => {
    const nuts = purchase({ lines: [line({ allergens: ['nuts', 'milk'], pieces: 2 })] })
    expect(judgeSpending(rulesOf({ allergens: ['milk'] }), nothing, nuts)).toMatchObject([{ target: 'milk' }])
    const own = [rule({ kind: 'pieces', target: 'crisps', most: 3 })]
    const had = (pieces: number) => judgeSpending(rulesOf({ own }), { ...nothing, pieces: () => pieces }, nuts)
    expect(had(1)).toEqual([])
    expect(had(2)).toMatchObject([{ kind: 'pieces', left: 1, lineIds: ['l1'] }])
  })
})

describe('how much an account may spend', () => {
  const own = [
    rule({ kind: 'day', most: minor(1500) }),
    rule({ kind: 'period', most: minor(1000), period: lunch }),
    rule({ kind: 'visit', most: minor(500) }),
  ]
  const at = (amount: number, spent: Partial<Spent> = {}, minute = 720) =>
    judgeSpending(rulesOf({ own }), { ...nothing, ...spent }, purchase({ amount, minute })).map(({ kind }) => kind)

  it('POS-79: day 15, lunch 10, visit 5: each boundary to the smallest unit', () => {
    expect(at(500)).toEqual([])
    expect(at(501)).toEqual(['visit'])
    expect(at(400, { day: 1100 })).toEqual([])
    expect(at(401, { day: 1100 })).toEqual(['day'])
    expect(at(400, { day: 600, inPeriod: () => 600 })).toEqual([])
    expect(at(401, { day: 601, inPeriod: () => 600 })).toEqual(['period'])
    expect(at(401, { day: 601, inPeriod: () => 600 }, 780)).toEqual([])
    expect(at(401, { day: 601, inPeriod: () => 600 }, 659)).toEqual([])
  })

  it('POS-79: what is left is exactly what is still sold, whoever set the limits and whatever was spent', () => {
    const amount = fc.integer({ min: 0, max: 5000 })
    const source = fc.constantFrom<RuleSource>('school', 'parent', 'pupil')
    const terms: fc.Arbitrary<RuleTerms> = fc.oneof(
      fc.record({ kind: fc.constant('day' as const), most: amount.map(minor) }),
      fc.record({ kind: fc.constant('week' as const), most: amount.map(minor) }),
      fc.record({ kind: fc.constant('visit' as const), most: amount.map(minor) }),
      fc.record({ kind: fc.constant('period' as const), most: amount.map(minor), period: fc.constant(lunch) }),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(terms, source), { minLength: 1, maxLength: 6 }),
        fc.tuple(amount, amount, amount),
        fc.integer({ min: 0, max: 1439 }),
        (set, [inDay, inWeek, inPeriod], minute) => {
          const rules = rulesOf({ own: set.map(([each, by]) => rule(each, by)) })
          const spent: Spent = { ...nothing, day: inDay, week: inWeek, inPeriod: () => inPeriod }
          const left = spendingLeft(rules, spent, { businessDay: day, minute })
          const sold = (wanted: number) =>
            judgeSpending(rules, spent, purchase({ lines: [], amount: wanted, minute })).length === 0
          expect(sold(left?.left ?? 1_000_000)).toBe(true)
          if (left) expect(sold(left.left + 1)).toBe(false)
        },
      ),
    )
  })

  it('names the most binding of those who set the same limit', () => {
    const both = [rule({ kind: 'day', most: minor(100) }, 'pupil'), rule({ kind: 'day', most: minor(100) }, 'school')]
    expect(spendingLeft(rulesOf({ own: both }), nothing, { businessDay: day, minute: 0 })).toMatchObject({
      source: 'school',
    })
    expect(judgeSpending(rulesOf({ own: both }), nothing, purchase())).toMatchObject([{ source: 'school' }])
  })
})
