import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FeePlanInput } from '#shared/fees/setup/fee-plan.contract.ts'
import { planFault } from '#shared/fees/setup/plan-check.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import { type FeeBy, lockFeeSetup, nextRevision } from './fee-by.ts'
import { feePlanChoices } from './fee-payer.table.ts'
import { feePlans, feeSchedules } from './fee-setup.table.ts'

export type FeePlanRow = typeof feePlans.$inferSelect

const isId = (schoolId: string, id: string) => and(eq(feePlans.schoolId, schoolId), eq(feePlans.id, id))

/** Returns a school's payment plans by English name. */
export const feePlansOf = (tx: Tx, schoolId: string): Promise<FeePlanRow[]> =>
  tx
    .select()
    .from(feePlans)
    .where(eq(feePlans.schoolId, schoolId))
    .orderBy(asc(sql`${feePlans.name}->>'en'`), asc(feePlans.id))

/** Returns a plan that can be chosen. @throws AppError request.not-found, fees.retired */
export async function requirePlan(tx: Tx, schoolId: string, id: string): Promise<FeePlanRow> {
  const [plan] = await tx.select().from(feePlans).where(isId(schoolId, id))
  if (!plan) throw new AppError('request.not-found', { field: 'planId' })
  if (plan.isRetired) throw new AppError('fees.retired', { field: 'planId' })
  return plan
}

/**
 * Adds or changes a plan. @returns its revision
 * @throws AppError fees.changed, fees.plan-sum, fees.plan-order, fees.in-use for other parts of a plan of an approved schedule
 */
export async function changePlan(
  tx: Tx,
  { schoolId }: FeeBy,
  { values, seen }: { values: FeePlanInput; seen: number },
): Promise<{ revision: number; isNew: boolean }> {
  await lockFeeSetup(tx, schoolId)
  const own = isId(schoolId, values.id)
  const [known] = await tx.select().from(feePlans).where(own)
  const revision = nextRevision(known, values, seen)
  if (known && revision === undefined) return { revision: known.revision, isNew: false }
  const fault = planFault(values.parts)
  if (fault) throw new AppError(fault, { field: 'plan.parts' })
  const isOther = known && canonicalJson(known.parts) !== canonicalJson(values.parts)
  if (isOther && (await isApproved(tx, schoolId, values.id))) throw new AppError('fees.in-use', { field: 'plan.parts' })
  const row = { ...values, revision: revision ?? 1 }
  if (known) await tx.update(feePlans).set(row).where(own)
  else await tx.insert(feePlans).values({ ...row, schoolId })
  return { revision: row.revision, isNew: !known }
}

/** Returns whether an approved schedule or the choice of a family names the plan: its parts are as they were agreed. */
async function isApproved(tx: Tx, schoolId: string, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from ${feeSchedules} where ${feeSchedules.schoolId} = ${schoolId} and ${feeSchedules.planId} = ${id} and ${feeSchedules.state} = 'approved'
    union all select 1 from ${feePlanChoices} where ${feePlanChoices.schoolId} = ${schoolId} and ${feePlanChoices.planId} = ${id}
    limit 1`)
  return rows.length > 0
}

/** Deletes a plan that nothing names. @throws AppError fees.in-use, request.not-found */
export async function deletePlan(tx: Tx, { schoolId }: FeeBy, id: string): Promise<void> {
  await lockFeeSetup(tx, schoolId)
  const inSchedules = and(eq(feeSchedules.schoolId, schoolId), eq(feeSchedules.planId, id))
  const drafts = await tx.select({ id: feeSchedules.id }).from(feeSchedules).where(inSchedules).limit(1)
  if (drafts.length > 0 || (await isApproved(tx, schoolId, id))) throw new AppError('fees.in-use', { field: 'id' })
  const gone = await tx.delete(feePlans).where(isId(schoolId, id)).returning({ id: feePlans.id })
  if (gone.length === 0) throw new AppError('request.not-found', { field: 'id' })
}
