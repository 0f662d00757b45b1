import type { z } from 'zod'
import { limitLinkSave } from '#server/features/identity/accounts/account-limits.service.ts'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { openNeed } from '#server/features/admissions/family/family-open.service.ts'
import { lockStudent } from '#server/features/admissions/file/student-row.service.ts'
import { progressOf } from '#server/features/admissions/family/family-progress.service.ts'
import { requireFamily } from '#server/features/fees/family/my-payers.service.ts'
import { letterFile } from '#server/features/letters/issue/letter-file.service.ts'
import { untoldChanges } from '#server/features/messaging/family-messages.service.ts'
import { readWholeCatalogue } from '#server/features/pos/catalogue/read-catalogue.service.ts'
import { replaceAccountRules } from '#server/features/pos/spending/edit-spending.service.ts'
import { addressKey } from '#server/features/students/family/family.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { familyCanteen, familyCardLost, familyLimits } from '#shared/overview/family/family-canteen.contract.ts'
import {
  type FamilyFood,
  type ForbiddenFood,
  familyFood,
  familyForbid,
} from '#shared/overview/family/family-food.contract.ts'
import { familyGuardians, familyInvite, familyRevoke } from '#shared/overview/family/family-guardians.contract.ts'
import { familyTopUp } from '#shared/overview/family/family-top-up.contract.ts'
import { familyHome, familyLetter, familyOpen } from '#shared/overview/family/family-home.contract.ts'
import { beginTopUp } from '#server/features/fees/family/account-top-up.service.ts'
import { FoodClass, type RuleTerms, type SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import {
  guardiansRules,
  readCanteen,
  reportCardLost,
  requireAccount,
  setFamilyLimits,
} from './family-canteen.service.ts'
import { requireMyChild } from './family-access.service.ts'
import { guardiansFor, inviteGuardian, revokeGuardian } from './family-guardians.service.ts'
import { readHome } from './family-home.service.ts'
import { familyLetters } from './family-letters.service.ts'

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
async function readFood(tx: Tx, ctx: SessionCtx, studentId: string): Promise<FamilyFood> {
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
async function forbidFood(
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

export const familyHomeRoutes: Feature = () => [
  route.session(familyHome, (ctx) => {
    requireFamily(ctx)
    return ctx.tenant((tx) => readHome(tx, ctx))
  }),
  route.session(familyOpen, (ctx, { student_id: studentId, need, id }) =>
    ctx.tenant(async (tx) => {
      await requireMyChild(tx, ctx, studentId, need === 'documents' ? 'documents' : 'admission')
      const student = await lockStudent(tx, ctx.school.schoolId, studentId)
      const path = await openNeed(tx, ctx, { student, need, id, email: addressKey(ctx.session.user.email) })
      await recordAuditEvent(tx, ctx, 'family-link-opened', { about: studentId, facts: { kind: need } })
      return { path }
    }),
  ),
  route.session(familyCanteen, (ctx) => {
    requireFamily(ctx)
    return ctx.tenant((tx) => readCanteen(tx, ctx))
  }),
  route.session(familyLimits, (ctx, asked) => ctx.tenant((tx) => setFamilyLimits(tx, ctx, asked))),
  route.session(familyFood, (ctx, { student_id: studentId }) => ctx.tenant((tx) => readFood(tx, ctx, studentId))),
  route.session(familyForbid, (ctx, asked) => ctx.tenant((tx) => forbidFood(tx, ctx, asked))),
  route.session(familyTopUp, async (ctx, { student_id: studentId, ...asked }) => {
    const { customerId } = await ctx.tenant((tx) => requireAccount(tx, ctx, studentId))
    const waitMs = await ctx.tenant((tx) => limitLinkSave(tx, ctx, `family-top-up ${ctx.session.user.userId}`))
    if (waitMs > 0) throw new AppError('request.too-many', { retryAfterMs: waitMs })
    return { url: await beginTopUp(ctx, { ...asked, customerId }) }
  }),
  route.session(familyCardLost, (ctx, { student_id: studentId }) =>
    ctx.tenant((tx) => reportCardLost(tx, ctx, studentId)),
  ),
  route.session(familyGuardians, (ctx, { student_id: studentId }) =>
    ctx.tenant(async (tx) => ({ guardians: await guardiansFor(tx, ctx, studentId) })),
  ),
  route.session(familyInvite, (ctx, asked) =>
    ctx.tenant(async (tx) => ({ guardians: await inviteGuardian(tx, ctx, asked) })),
  ),
  route.session(familyRevoke, (ctx, asked) =>
    ctx.tenant(async (tx) => ({ guardians: await revokeGuardian(tx, ctx, asked) })),
  ),
  route.session(familyLetter, async (ctx, { student_id: studentId, id }) => {
    const letter = await ctx.tenant(async (tx) => {
      const { schoolId } = ctx.school
      await requireMyChild(tx, ctx, studentId, 'admission')
      const student = await lockStudent(tx, schoolId, studentId)
      const untold = await untoldChanges(tx, schoolId, [studentId])
      const of = { email: addressKey(ctx.session.user.email), isTold: (changeId: string) => !untold.has(changeId) }
      const { stage } = await progressOf(tx, ctx, student, of)
      const found = (await familyLetters(tx, schoolId, studentId, stage)).find((each) => each.id === id)
      if (!found) throw new AppError('request.not-found', { field: 'id' })
      return found.letter
    })
    return letterFile(ctx, letter, ctx.school.language)
  }),
]
