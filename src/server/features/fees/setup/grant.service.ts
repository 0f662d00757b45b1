import { and, desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { requireStudent } from '#server/features/students/student-facts.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { DiscountAmount, FeeGrant, grantFeeDiscount } from '#shared/fees/setup/fee-discount.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sum } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { discountRulesOf } from './discount-rule.service.ts'
import { type FeeBy, lockFeeSetup, nextRevision } from './fee-by.ts'
import { feeDiscountGrants } from './fee-payer.table.ts'
import { readFeeSettings } from './fee-settings.service.ts'

export type FeeGrantRow = typeof feeDiscountGrants.$inferSelect
export type GrantInput = z.output<typeof grantFeeDiscount.body>

const isId = (schoolId: string, id: string) =>
  and(eq(feeDiscountGrants.schoolId, schoolId), eq(feeDiscountGrants.id, id))

/** Most that are listed at once. */
const most = 500

/** Returns a child's grants, newest first; without a child those that wait for another person. */
export const grantsOf = (tx: Tx, schoolId: string, studentId?: string): Promise<FeeGrantRow[]> =>
  tx
    .select()
    .from(feeDiscountGrants)
    .where(
      and(
        eq(feeDiscountGrants.schoolId, schoolId),
        studentId === undefined ? eq(feeDiscountGrants.state, 'waiting') : eq(feeDiscountGrants.studentId, studentId),
      ),
    )
    .orderBy(desc(feeDiscountGrants.at), desc(feeDiscountGrants.id))
    .limit(most)

/** Whether a discount is above what one person may grant. */
export const isAboveLimit = (
  amount: DiscountAmount,
  { grantPpm, grantAmount }: { grantPpm: number; grantAmount: number },
): boolean => ('ppm' in amount ? amount.ppm > grantPpm : amount.amount > grantAmount)

/**
 * Grants a discount, or asks for it where it is above the limit. @returns its state, and whether it is new
 * @throws AppError request.not-found, fees.retired, request.invalid
 */
export async function addGrant(
  tx: Tx,
  { schoolId, userId, nowMs }: FeeBy,
  asked: GrantInput,
): Promise<{ state: FeeGrant['state']; isNew: boolean }> {
  await lockFeeSetup(tx, schoolId)
  const [known] = await tx.select().from(feeDiscountGrants).where(isId(schoolId, asked.id))
  if (known) {
    const { untilOn: _until, ...same } = asked
    const ownAmount = asked.ownAmount ?? known.ownAmount
    if (nextRevision({ ...known, revision: 0 }, { ...same, ownAmount }, 0) !== undefined)
      throw new AppError('request.invalid', { field: 'id' })
    return { state: known.state, isNew: false }
  }
  await requireStudent(tx, schoolId, asked.studentId)
  const rule = (await discountRulesOf(tx, schoolId)).find(({ id }) => id === asked.ruleId)
  if (!rule) throw new AppError('request.not-found', { field: 'ruleId' })
  if (rule.isRetired) throw new AppError('fees.retired', { field: 'ruleId' })
  // Siblings are ranked by the school's own key: nobody grants a rank.
  if (rule.kind === 'sibling') throw new AppError('request.invalid', { field: 'ruleId' })
  if (asked.untilOn !== null && asked.untilOn < asked.fromOn)
    throw new AppError('request.invalid', { field: 'untilOn' })
  const amount = asked.ownAmount ?? rule.amounts[0]
  if (!amount) throw new AppError('request.invalid', { field: 'ownAmount' })
  const limits = await readFeeSettings(tx, schoolId)
  const isAbove = isAboveLimit(await withOverlapping(tx, schoolId, asked, amount), limits)
  const state = isAbove ? 'waiting' : 'granted'
  // The amount as it was granted: a later change of the rule is not a grant that nobody approved.
  const granted = { ...asked, ownAmount: amount }
  await tx.insert(feeDiscountGrants).values({ ...granted, schoolId, state, byUser: userId, at: toInstant(nowMs) })
  return { state, isNew: true }
}

/** Returns a discount together with those of the child at the same time that nobody else approved: percentages, and amounts. */
async function withOverlapping(
  tx: Tx,
  schoolId: string,
  { studentId, fromOn, untilOn }: GrantInput,
  amount: DiscountAmount,
): Promise<DiscountAmount> {
  const granted = (await grantsOf(tx, schoolId, studentId)).filter(
    (other) =>
      other.state === 'granted' &&
      other.decidedBy === null &&
      (other.untilOn === null || fromOn <= other.untilOn) &&
      (untilOn === null || other.fromOn <= untilOn),
  )
  const rules = new Map((await discountRulesOf(tx, schoolId)).map((rule) => [rule.id, rule.amounts[0]]))
  const all = [amount, ...granted.flatMap(({ ownAmount, ruleId }) => ownAmount ?? rules.get(ruleId) ?? [])]
  return 'ppm' in amount
    ? { ppm: all.reduce((whole, each) => whole + ('ppm' in each ? each.ppm : 0), 0) }
    : { amount: sum(all.map((each) => ('amount' in each ? each.amount : 0))) }
}

async function lockGrant(tx: Tx, schoolId: string, id: string): Promise<FeeGrantRow> {
  const [known] = await tx.select().from(feeDiscountGrants).where(isId(schoolId, id)).for('update')
  if (!known) throw new AppError('request.not-found', { field: 'id' })
  return known
}

/** Approves or refuses a waiting grant. @returns it @throws AppError request.not-found, student.needs-another, fees.decided */
export async function decideGrant(
  tx: Tx,
  { schoolId, userId, nowMs }: FeeBy,
  { id, isApproved }: { id: string; isApproved: boolean },
): Promise<FeeGrantRow> {
  const known = await lockGrant(tx, schoolId, id)
  if (known.byUser === userId) throw new AppError('student.needs-another')
  if (known.state !== 'waiting') throw new AppError('fees.decided')
  const state = isApproved ? ('granted' as const) : ('refused' as const)
  const decided = { state, decidedBy: userId, decidedAt: toInstant(nowMs) }
  await tx.update(feeDiscountGrants).set(decided).where(isId(schoolId, id))
  return { ...known, ...decided }
}

/**
 * Ends a grant after a day, never later than it ended before; one that waits, or ends before it began, no longer counts.
 * @returns it @throws AppError request.not-found, fees.decided
 */
export async function endGrant(
  tx: Tx,
  { schoolId }: FeeBy,
  { id, untilOn }: { id: string; untilOn: string },
): Promise<FeeGrantRow> {
  const known = await lockGrant(tx, schoolId, id)
  const isOver = known.untilOn !== null && known.untilOn < untilOn
  if ((known.state !== 'waiting' && known.state !== 'granted') || isOver) throw new AppError('fees.decided')
  const ends = known.state === 'waiting' || untilOn < known.fromOn ? { state: 'ended' as const } : { untilOn }
  await tx.update(feeDiscountGrants).set(ends).where(isId(schoolId, id))
  return { ...known, ...ends }
}

/** Returns the grants in force of these children. */
export const grantedTo = async (tx: Tx, schoolId: string, studentIds: readonly string[]): Promise<FeeGrantRow[]> =>
  studentIds.length === 0
    ? []
    : tx
        .select()
        .from(feeDiscountGrants)
        .where(
          and(
            eq(feeDiscountGrants.schoolId, schoolId),
            inArray(feeDiscountGrants.studentId, [...studentIds]),
            eq(feeDiscountGrants.state, 'granted'),
          ),
        )
