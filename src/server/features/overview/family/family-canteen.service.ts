import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { takesTopUps } from '#server/features/fees/family/account-top-up.service.ts'
import {
  type FamilyAccount,
  familyAccounts,
  familyLines,
} from '#server/features/pos/accounts/family-account.service.ts'
import { schoolDay } from '#server/features/pos/accounts/statement.service.ts'
import { endCardOf } from '#server/features/pos/cards/card-history.service.ts'
import { setLimits } from '#server/features/pos/money/limits.service.ts'
import { replaceAccountRules } from '#server/features/pos/spending/edit-spending.service.ts'
import { rulesOfAccounts } from '#server/features/pos/spending/spending.service.ts'
import { silentTills } from '#server/features/pos/shifts/silent-tills.service.ts'
import { readTopUpLimits } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type CustomerId, uuidv7 } from '#shared/kernel/ids.ts'
import type { Minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FamilyCanteen, familyLimits } from '#shared/overview/family/family-canteen.contract.ts'
import type { SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { myChildren, requireMyChild } from './family-access.service.ts'

type View = z.input<typeof FamilyCanteen>

/** Reads the meal accounts of the children whose canteen this account may see. */
export async function readCanteen(tx: Tx, ctx: SessionCtx): Promise<View> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const mine = (await myChildren(tx, ctx)).filter(({ rights }) => rights.includes('canteen'))
  const accounts = await accountsOf(
    tx,
    ctx,
    mine.map(({ student }) => student.id),
  )
  const views: View['accounts'] = []
  for (const account of accounts) views.push(await accountView(tx, ctx, account))
  const topUps = await readTopUpLimits(tx, schoolId)
  const silent = accounts.length === 0 ? [] : await silentTills(tx, schoolId, nowMs)
  return { at: toInstant(nowMs), accounts: views, silentTills: silent, takesTopUps: await takesTopUps(tx, ctx), topUps }
}

const accountsOf = async (tx: Tx, { school: { schoolId }, deps }: SessionCtx, studentIds: readonly string[]) =>
  familyAccounts(tx, schoolId, { studentIds, today: await schoolDay(tx, schoolId, deps.clock.nowMs()) })

async function accountView(tx: Tx, { school }: SessionCtx, account: FamilyAccount): Promise<View['accounts'][number]> {
  const { studentId, admissionNo, isOpen, balance, spentToday, dailyLimit, diet, allergens } = account
  return {
    studentId,
    number: admissionNo,
    currency: school.currency,
    balance,
    isOpen,
    spentToday,
    limits: { dailyLimit: dayLimitOf(await guardiansRules(tx, school.schoolId, account.customerId)), diet },
    schoolLimit: dailyLimit,
    allergens,
    card: account.cardNo !== null ? 'in-use' : account.hadCard ? 'stopped' : 'none',
    lines: await familyLines(tx, school.schoolId, account.customerId),
  }
}

/** Returns the meal account of a child whose canteen this account may see. @throws AppError access.denied, request.not-found */
export async function requireAccount(tx: Tx, ctx: SessionCtx, studentId: string): Promise<FamilyAccount> {
  await requireMyChild(tx, ctx, studentId, 'canteen')
  const [account] = await accountsOf(tx, ctx, [studentId])
  if (!account) throw new AppError('request.not-found', { field: 'student_id' })
  return account
}

/** Returns the rules that the guardians of an account have set. */
export async function guardiansRules(tx: Tx, schoolId: string, customerId: CustomerId): Promise<SpendingRule[]> {
  const all = (await rulesOfAccounts(tx, schoolId, { customerIds: [customerId] })).get(customerId) ?? []
  return all.filter(({ source }) => source === 'parent')
}

const dayLimitOf = (rules: readonly SpendingRule[]): Minor | null =>
  rules.flatMap(({ terms }) => (terms.kind === 'day' ? [terms.most] : []))[0] ?? null

/**
 * Sets what a guardian limits: the most per day as a rule of their own, beside which the school's limit stays, and the diet on the
 * account. @throws AppError as `familyLimits`
 */
export async function setFamilyLimits(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, limits, limitsSeen }: z.output<typeof familyLimits.body>,
): Promise<View> {
  const { customerId, overdraft, dailyLimit } = await requireAccount(tx, ctx, studentId)
  const before = await guardiansRules(tx, ctx.school.schoolId, customerId)
  const current = dayLimitOf(before)
  if (current !== limits.dailyLimit) {
    if (current !== limitsSeen.dailyLimit) throw new AppError('account.limits-changed')
    const id = uuidv7(ctx.deps.clock.nowMs(), ctx.deps.random)
    const day: SpendingRule[] =
      limits.dailyLimit === null ? [] : [{ id, source: 'parent', terms: { kind: 'day', most: limits.dailyLimit } }]
    const spendingRules = [...before.filter(({ terms }) => terms.kind !== 'day'), ...day]
    await replaceAccountRules(tx, ctx, { customerId, ruleSource: 'parent', rulesSeen: before, spendingRules }, null)
    const facts = { count: spendingRules.length, source: 'parent' } as const
    await recordAuditEvent(tx, ctx, 'account-rules-set', { about: customerId, facts })
  }
  await setLimits(tx, ctx, {
    customerId,
    limits: { dailyLimit, diet: limits.diet, overdraft },
    limitsSeen: { dailyLimit, diet: limitsSeen.diet, overdraft },
  })
  return readCanteen(tx, ctx)
}

/** Ends the card in use of a child; without one nothing changes. @throws AppError as `familyCardLost` */
export async function reportCardLost(tx: Tx, ctx: SessionCtx, studentId: string): Promise<View> {
  const { customerId, cardNo } = await requireAccount(tx, ctx, studentId)
  if (cardNo !== null) {
    const { schoolId } = ctx.school
    const by = { schoolId, nowMs: ctx.deps.clock.nowMs(), random: ctx.deps.random, byUser: ctx.session.user.userId }
    await endCardOf(tx, by, customerId, { cardNo, end: 'lost' })
    await recordAuditEvent(tx, ctx, 'pupil-card-ended', { about: customerId, facts: { why: 'lost' } })
  }
  return readCanteen(tx, ctx)
}
