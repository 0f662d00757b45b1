import { type Minor, minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { Allergen } from '../catalogue.contract.ts'
import { forbiddenClasses } from './food-pack.rules.ts'
import type {
  FoodClass,
  MealPeriod,
  RuleSource,
  SchoolSpending,
  SpendingRule,
  Stage,
} from './spending-rule.contract.ts'

/** What an account has spent before; each in minor units, the school's part included. */
export interface Spent {
  day: number
  week: number
  /** Of a part of this day. */
  inPeriod(period: MealPeriod): number
  /** Pieces of an item on this day. */
  pieces(itemId: string): number
}

/** One line as rules see it: an item with everything that is in it, its options included. */
export interface RuledLine {
  lineId: string
  itemId: string
  categoryId: string
  pieces: number
  classes: readonly FoodClass[]
  allergens: readonly Allergen[]
  /** Items that an option of the line stands for, with their categories: what is not sold alone is not sold as a part. */
  parts: readonly { itemId: string; categoryId: string; classes: readonly FoodClass[] }[]
}

export interface RuledPurchase {
  lines: readonly RuledLine[]
  /** What the account pays. */
  amount: number
  businessDay: Day
  /** Minutes after midnight in the school's zone. */
  minute: number
}

export interface RulesOf {
  school: SchoolSpending | undefined
  /** Of this account, from every source. */
  own: readonly SpendingRule[]
  /** Allergens on the account: nobody's rule but health's, named `school`. */
  allergens: readonly Allergen[]
  stage: Stage | undefined
}

/** A rule that a purchase breaks, and whose it is; for limits what may still be spent. */
export interface BrokenRule {
  source: RuleSource
  kind: SpendingRule['terms']['kind']
  /** Lines that break it; none where it is about the amount. */
  lineIds: readonly string[]
  /** What may still be spent, or how many pieces may still be bought; absent where it is denied. */
  left?: number
  /** What is denied: an allergen or a class of food, to be named. */
  target?: string
}

const binding: readonly RuleSource[] = ['law', 'school', 'parent', 'pupil']
const bySource = (one: { source: RuleSource }, other: { source: RuleSource }) =>
  binding.indexOf(one.source) - binding.indexOf(other.source)

const isInForce = ({ from, until }: SpendingRule, day: Day): boolean =>
  (from === undefined || from <= day) && (until === undefined || day <= until)

/** Returns every rule that counts for an account on a day: the law's list as rules, the school's, and its own, the most binding first. */
export function rulesInForce({ school, own, allergens, stage }: RulesOf, day: Day): SpendingRule[] {
  const law = school?.pack ? forbiddenClasses(school.pack, stage) : []
  return [
    ...law.map((target): SpendingRule => ({ id: target, source: 'law', terms: { kind: 'no-class', target } })),
    ...allergens.map(
      (target): SpendingRule => ({ id: target, source: 'school', terms: { kind: 'no-allergen', target } }),
    ),
    ...[...(school?.rules ?? []), ...own].filter((rule) => isInForce(rule, day)),
  ].toSorted(bySource)
}

/**
 * Judges a purchase by all rules together: what any of them denies is denied, and of limits the smallest counts, whoever set it.
 * @returns the rules it breaks, the most binding first; of several for the same thing only the strictest
 */
export function judgeSpending(rules: RulesOf, spent: Spent, purchase: RuledPurchase): BrokenRule[] {
  const broken = rulesInForce(rules, purchase.businessDay).flatMap((rule) => judgeRule(rule, spent, purchase))
  const alike = Map.groupBy(broken, ({ kind, target, lineIds }) => `${kind} ${target ?? ''} ${lineIds.join()}`)
  return [...alike.values()].flatMap(
    (each) => each.toSorted((one, other) => (one.left ?? 0) - (other.left ?? 0))[0] ?? [],
  )
}

function judgeRule({ source, terms }: SpendingRule, spent: Spent, purchase: RuledPurchase): BrokenRule[] {
  const { kind } = terms
  if ('most' in terms && kind !== 'pieces') {
    if (kind === 'period' && !isWithin(terms.period, purchase.minute)) return []
    const left = Math.max(0, terms.most - spentBefore(terms, spent))
    return purchase.amount > left ? [{ source, kind, lineIds: [], left }] : []
  }
  if (kind === 'pieces') {
    const lines = purchase.lines.filter(({ itemId }) => itemId === terms.target)
    const left = Math.max(0, terms.most - spent.pieces(terms.target))
    const wanted = lines.reduce((all, { pieces }) => all + pieces, 0)
    return wanted > left
      ? [{ source, kind, left, lineIds: lines.map(({ lineId }) => lineId), target: terms.target }]
      : []
  }
  if (!('target' in terms)) return []
  const lines = purchase.lines.filter((line) => denies(terms, line))
  return lines.length === 0 ? [] : [{ source, kind, target: terms.target, lineIds: lines.map(({ lineId }) => lineId) }]
}

const isWithin = ({ from, until }: MealPeriod, minute: number): boolean => from <= minute && minute < until

type Terms = SpendingRule['terms']

function spentBefore(terms: Extract<Terms, { most: Minor }>, spent: Spent): number {
  if (terms.kind === 'day') return spent.day
  if (terms.kind === 'week') return spent.week
  return terms.kind === 'period' ? spent.inPeriod(terms.period) : 0
}

function denies(terms: Exclude<Terms, { most: number }>, line: RuledLine): boolean {
  if (terms.kind === 'no-allergen') return line.allergens.includes(terms.target)
  const whole = [line, ...line.parts]
  if (terms.kind === 'no-item') return whole.some(({ itemId }) => itemId === terms.target)
  if (terms.kind === 'no-category') return whole.some(({ categoryId }) => categoryId === terms.target)
  return whole.some(({ classes }) => classes.includes(terms.target))
}

/** What may still be spent in one purchase by the limits alone, and by whose; undefined without a limit. */
export function spendingLeft(
  rules: RulesOf,
  spent: Spent,
  at: Pick<RuledPurchase, 'businessDay' | 'minute'>,
): { left: Minor; source: RuleSource; kind: BrokenRule['kind'] } | undefined {
  const all = Number.MAX_SAFE_INTEGER
  const limits = judgeSpending(rules, spent, { ...at, lines: [], amount: all }).filter(({ left }) => left !== undefined)
  const [least] = limits.toSorted((one, other) => (one.left ?? 0) - (other.left ?? 0) || bySource(one, other))
  return least && { left: minor(least.left ?? 0), source: least.source, kind: least.kind }
}

/**
 * Whether staff may sell in spite of a rule: never against the law; against a parent's with the parent's word noted; the rest as limits of
 * the till say. Self-service never sells.
 */
export const overrideOf = ({ source }: Pick<BrokenRule, 'source'>): 'never' | 'approval' =>
  source === 'law' ? 'never' : 'approval'
