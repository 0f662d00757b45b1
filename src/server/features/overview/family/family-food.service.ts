import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { readWholeCatalogue } from '#server/features/pos/catalogue/read-catalogue.service.ts'
import { replaceAccountRules } from '#server/features/pos/spending/edit-spending.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { FamilyFood, ForbiddenFood, familyForbid } from '#shared/overview/family/family-food.contract.ts'
import { FoodClass, type RuleTerms, type SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { guardiansRules, requireAccount } from './family-canteen.service.ts'

const isFood = ({ terms: { kind } }: SpendingRule): boolean =>
  kind === 'no-item' || kind === 'no-category' || kind === 'no-class'

const forbiddenBy = (rules: readonly SpendingRule[]): ForbiddenFood => {
  const terms = rules.map((rule) => rule.terms)
  return {
    items: terms.flatMap((each) => (each.kind === 'no-item' ? [each.target] : [])),
    categories: terms.flatMap((each) => (each.kind === 'no-category' ? [each.target] : [])),
    classes: terms.flatMap((each) => (each.kind === 'no-class' ? [each.target] : [])),
  }
}

const termsOf = ({ items, categories, classes }: ForbiddenFood): RuleTerms[] => [
  ...items.map((target) => ({ kind: 'no-item' as const, target })),
  ...categories.map((target) => ({ kind: 'no-category' as const, target })),
  ...classes.map((target) => ({ kind: 'no-class' as const, target })),
]

const textOf = (food: ForbiddenFood): string =>
  JSON.stringify([food.items, food.categories, food.classes].map((each) => [...each].toSorted()))

/** Returns what is sold now, with what the guardians of the child forbid of it. @throws AppError as `familyFood` */
export async function readFood(tx: Tx, ctx: SessionCtx, studentId: string): Promise<FamilyFood> {
  const { customerId } = await requireAccount(tx, ctx, studentId)
  const { categories, items } = await readWholeCatalogue(tx, ctx.school.schoolId, ctx.deps.clock.nowMs())
  const open = new Set<string>(categories.flatMap(({ id, active }) => (active ? [id] : [])))
  const onSale = items.filter(({ active, categoryId }) => active && open.has(categoryId))
  const forbidden = forbiddenBy(await guardiansRules(tx, ctx.school.schoolId, customerId))
  const sold = new Set<string>([...open, ...onSale.map(({ id }) => id)])
  const chosen = new Set<string>([...forbidden.categories, ...forbidden.items])
  return {
    forbidden,
    gone: [...categories, ...items].flatMap(({ id, name }) => (chosen.has(id) && !sold.has(id) ? [{ id, name }] : [])),
    categories: categories.filter(({ active }) => active).map(({ id, name }) => ({ id, name })),
    items: onSale.map(({ id, name, categoryId }) => ({ id, name, categoryId })),
    classes: FoodClass.options.filter((each) => onSale.some(({ foodClasses = [] }) => foodClasses.includes(each))),
  }
}

/** Replaces what the guardians of a child forbid; their limits stay. @throws AppError as `familyForbid` */
export async function forbidFood(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, foodSeen, food }: z.output<typeof familyForbid.body>,
): Promise<FamilyFood> {
  const { customerId } = await requireAccount(tx, ctx, studentId)
  const { schoolId } = ctx.school
  const before = await guardiansRules(tx, schoolId, customerId)
  const current = before.filter(isFood)
  if (textOf(food) === textOf(forbiddenBy(current))) return readFood(tx, ctx, studentId)
  if (textOf(foodSeen) !== textOf(forbiddenBy(current))) throw new AppError('account.limits-changed')
  await requireKnown(tx, ctx, food, forbiddenBy(current))
  const kept = new Map(current.map((rule) => [JSON.stringify(rule.terms), rule]))
  const rules = termsOf(food).map(
    (terms): SpendingRule =>
      kept.get(JSON.stringify(terms)) ?? {
        id: uuidv7(ctx.deps.clock.nowMs(), ctx.deps.random),
        source: 'parent',
        terms,
      },
  )
  const spendingRules = [...before.filter((rule) => !isFood(rule)), ...rules]
  await replaceAccountRules(tx, ctx, { customerId, ruleSource: 'parent', rulesSeen: before, spendingRules }, null)
  const facts = { count: spendingRules.length, source: 'parent' } as const
  await recordAuditEvent(tx, ctx, 'account-rules-set', { about: customerId, facts })
  return readFood(tx, ctx, studentId)
}

/** What is newly forbidden must be food of this school. @throws AppError request.not-found */
async function requireKnown(tx: Tx, ctx: SessionCtx, food: ForbiddenFood, before: ForbiddenFood): Promise<void> {
  const { categories, items } = await readWholeCatalogue(tx, ctx.school.schoolId, ctx.deps.clock.nowMs())
  const known = new Set<string>([...categories, ...items].map(({ id }) => id))
  const old = new Set<string>([...before.items, ...before.categories])
  if ([...food.items, ...food.categories].some((id) => !known.has(id) && !old.has(id)))
    throw new AppError('request.not-found', { field: 'food' })
}
