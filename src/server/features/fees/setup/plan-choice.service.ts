import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { chargedChildren } from '../billing/standing-charge.service.ts'
import { lockFeeStudents } from '../fee-student.service.ts'
import { type FeeBy, lockFeeSetup } from './fee-by.ts'
import { feePlanChoices } from './fee-payer.table.ts'
import { requirePlan } from './fee-plan.service.ts'
import { feeTermsFor } from './fee-terms.service.ts'

/**
 * Chooses a plan for a child and year; null for the one of its schedule. What was billed by one plan is not completed by another.
 * @throws AppError request.not-found, fees.retired, fees.plan-billed (the child has charges of the year that are not credited)
 */
export async function setPlanChoice(
  tx: Tx,
  by: FeeBy,
  { studentId, year, planId }: { studentId: string; year: number; planId: string | null },
): Promise<void> {
  const { schoolId, userId, nowMs } = by
  await lockFeeSetup(tx, schoolId)
  await lockFeeStudents(tx, schoolId, [studentId])
  const { schoolId: ofSchool, studentId: ofStudent, year: ofYear } = feePlanChoices
  const own = and(eq(ofSchool, schoolId), eq(ofStudent, studentId), eq(ofYear, year))
  const [known] = await tx.select().from(feePlanChoices).where(own)
  if ((known?.planId ?? null) === planId) return
  const before = await planIdOf(tx, by, studentId, year)
  if (planId === null) await tx.delete(feePlanChoices).where(own)
  else {
    await requirePlan(tx, schoolId, planId)
    const chosen = { planId, byUser: userId, at: toInstant(nowMs) }
    await tx
      .insert(feePlanChoices)
      .values({ schoolId, studentId, year, ...chosen })
      .onConflictDoUpdate({ target: [ofSchool, ofStudent, ofYear], set: chosen })
  }
  if (before !== undefined && before === (await planIdOf(tx, by, studentId, year))) return
  const billed = await chargedChildren(tx, schoolId, { year, studentIds: [studentId] })
  if (billed.length > 0) throw new AppError('fees.plan-billed', { field: 'planId' })
}

/** Returns the plan by which a child is billed; undefined where it can't be. */
async function planIdOf(tx: Tx, by: FeeBy, studentId: string, year: number): Promise<string | undefined> {
  const terms = await feeTermsFor(tx, by, studentId, year)
  return 'missing' in terms ? undefined : terms.plan.id
}
