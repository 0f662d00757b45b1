import { and, eq, isNull } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { lockSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import { type CustomerId, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { AccountRuleSource, SchoolRules } from '#shared/pos/spending/spending-edit.contract.ts'
import type { RuleSource, SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { customers } from '../accounts/customer.table.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { rulesOfAccounts, schoolSpendingOf } from './spending.service.ts'
import { foodPackChoices, spendingRules } from './spending.table.ts'

const textOf = (rules: readonly SpendingRule[]) =>
  rules
    .map((rule) => canonicalJson(rule))
    .toSorted()
    .join()

type Deps = Pick<SessionCtx, 'deps' | 'school'>

interface Replacing {
  customerId: CustomerId | null
  source: RuleSource
  before: readonly SpendingRule[]
  rules: readonly SpendingRule[]
  by: UserId | null
}

/** Ends the rules that are no more and begins the new ones; what stays the same keeps its row. */
async function replaceRules(tx: Tx, { deps, school }: Deps, wanted: Replacing): Promise<void> {
  const { customerId, source, before, rules, by } = wanted
  const { schoolId } = school
  const at = toInstant(deps.clock.nowMs())
  const kept = new Set(before.map((rule) => canonicalJson(rule)))
  const stays = new Set(rules.map((rule) => canonicalJson(rule)))
  for (const rule of before.filter((each) => !stays.has(canonicalJson(each)))) {
    const isOf = customerId === null ? isNull(spendingRules.customerId) : eq(spendingRules.customerId, customerId)
    await tx
      .update(spendingRules)
      .set({ endedAt: at })
      .where(
        and(
          eq(spendingRules.schoolId, schoolId),
          isOf,
          eq(spendingRules.source, source),
          eq(spendingRules.ruleId, rule.id),
          isNull(spendingRules.endedAt),
        ),
      )
  }
  const begun = rules.filter((rule) => !kept.has(canonicalJson(rule)))
  if (begun.length === 0) return
  await tx.insert(spendingRules).values(
    begun.map((rule) => ({
      schoolId,
      id: uuidv7(deps.clock.nowMs(), deps.random),
      ruleId: rule.id,
      customerId,
      source,
      terms: rule.terms,
      fromDay: rule.from ?? null,
      untilDay: rule.until ?? null,
      setBy: by,
      setAt: at,
    })),
  )
}

/** Replaces what holds for every pupil. @throws AppError settings.changed */
export async function changeSchoolRules(
  tx: Tx,
  ctx: SessionCtx,
  { schoolRulesSeen: seen, schoolRules: wanted }: { schoolRulesSeen: SchoolRules; schoolRules: SchoolRules },
): Promise<void> {
  const { schoolId } = ctx.school
  await lockSchool(tx, schoolId)
  const current = (await schoolSpendingOf(tx, schoolId)) ?? { pack: null, rules: [] }
  const same = (one: Omit<SchoolRules, never>, other: { pack: string | null; rules: readonly SpendingRule[] }) =>
    one.pack === other.pack && textOf(one.rules) === textOf(other.rules)
  if (same(wanted, current)) return
  if (!same(seen, current)) throw new AppError('settings.changed')
  const by = ctx.session.user.userId
  if (wanted.pack !== current.pack) {
    const chosenAt = toInstant(ctx.deps.clock.nowMs())
    await tx
      .insert(foodPackChoices)
      .values({ schoolId, chosenAt, pack: wanted.pack, chosenBy: by })
      .onConflictDoUpdate({
        target: [foodPackChoices.schoolId, foodPackChoices.chosenAt],
        set: { pack: wanted.pack, chosenBy: by },
      })
  }
  await replaceRules(tx, ctx, { customerId: null, source: 'school', before: current.rules, rules: wanted.rules, by })
  await recordAuditEvent(tx, ctx, 'spending-rules-set', {
    about: null,
    facts: { count: wanted.rules.length, pack: wanted.pack ?? 'none' },
  })
}

interface AccountChange {
  customerId: CustomerId
  ruleSource: AccountRuleSource
  rulesSeen: readonly SpendingRule[]
  spendingRules: readonly SpendingRule[]
}

/**
 * Replaces the rules of one source for an account, which tills have with their next pull.
 * @param by staff; null where a family sets its own
 * @returns whether anything changed
 * @throws AppError request.not-found, account.limits-changed
 */
export async function replaceAccountRules(
  tx: Tx,
  ctx: Deps,
  { customerId, ruleSource: source, rulesSeen, spendingRules: rules }: AccountChange,
  by: UserId | null,
): Promise<boolean> {
  const { schoolId } = ctx.school
  const isThis = and(eq(customers.schoolId, schoolId), eq(customers.id, customerId))
  const [row] = await tx.select({ id: customers.id }).from(customers).where(isThis).for('no key update')
  if (!row) throw new AppError('request.not-found', { field: 'customerId' })
  const all = (await rulesOfAccounts(tx, schoolId, { customerIds: [customerId] })).get(customerId) ?? []
  const before = all.filter((rule) => rule.source === source)
  if (textOf(before) === textOf(rules)) return false
  if (textOf(before) !== textOf(rulesSeen.filter((rule) => rule.source === source)))
    throw new AppError('account.limits-changed')
  await replaceRules(tx, ctx, { customerId, source, before, rules, by })
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx.update(customers).set({ version }).where(isThis)
  return true
}

/** The same by staff, with its entry in the audit log. */
export async function changeAccountRulesByStaff(
  tx: Tx,
  ctx: SessionCtx,
  change: AccountChange,
): Promise<SpendingRule[]> {
  const { customerId, ruleSource, spendingRules: rules } = change
  const isChanged = await replaceAccountRules(tx, ctx, change, ctx.session.user.userId)
  if (isChanged)
    await recordAuditEvent(tx, ctx, 'account-rules-set', {
      about: customerId,
      facts: { count: rules.length, source: ruleSource },
    })
  return accountRules(tx, ctx, customerId)
}

/** Returns the rules of an account by whoever set them. @throws AppError request.not-found */
export async function accountRules(tx: Tx, { school }: Pick<SessionCtx, 'school'>, customerId: CustomerId) {
  const { schoolId } = school
  const isThis = and(eq(customers.schoolId, schoolId), eq(customers.id, customerId))
  const [row] = await tx.select({ id: customers.id }).from(customers).where(isThis)
  if (!row) throw new AppError('request.not-found', { field: 'customerId' })
  return (await rulesOfAccounts(tx, schoolId, { customerIds: [customerId] })).get(customerId) ?? []
}
