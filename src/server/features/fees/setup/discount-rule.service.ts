import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeDiscountRuleInput } from '#shared/fees/setup/fee-discount.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type FeeBy, lockFeeSetup, nextRevision } from './fee-by.ts'
import { feeComponentsOf } from './fee-component.service.ts'
import { feeDiscountGrants } from './fee-payer.table.ts'
import { feeDiscountRules } from './fee-setup.table.ts'

export type FeeDiscountRuleRow = typeof feeDiscountRules.$inferSelect

const isId = (schoolId: string, id: string) => and(eq(feeDiscountRules.schoolId, schoolId), eq(feeDiscountRules.id, id))

/** Returns a school's discount rules by English name. */
export const discountRulesOf = (tx: Tx, schoolId: string): Promise<FeeDiscountRuleRow[]> =>
  tx
    .select()
    .from(feeDiscountRules)
    .where(eq(feeDiscountRules.schoolId, schoolId))
    .orderBy(asc(sql`${feeDiscountRules.name}->>'en'`), asc(feeDiscountRules.id))

/**
 * Adds or changes a rule. @returns its revision
 * @throws AppError fees.changed, request.not-found for a component, request.invalid for ranks of a rule that has none
 */
export async function changeDiscountRule(
  tx: Tx,
  { schoolId }: FeeBy,
  { values, seen }: { values: FeeDiscountRuleInput; seen: number },
): Promise<{ revision: number; isNew: boolean }> {
  await lockFeeSetup(tx, schoolId)
  const own = isId(schoolId, values.id)
  const [known] = await tx.select().from(feeDiscountRules).where(own)
  const revision = nextRevision(known, values, seen)
  if (known && revision === undefined) return { revision: known.revision, isNew: false }
  if (values.kind !== 'sibling' && values.amounts.length > 1)
    throw new AppError('request.invalid', { field: 'rule.amounts' })
  if (known && known.kind !== values.kind) throw new AppError('request.invalid', { field: 'rule.kind' })
  const codes = new Set((await feeComponentsOf(tx, schoolId)).map(({ code }) => code))
  if (values.components?.some((code) => !codes.has(code)))
    throw new AppError('request.not-found', { field: 'rule.components' })
  const row = { ...values, revision: revision ?? 1 }
  if (known) await tx.update(feeDiscountRules).set(row).where(own)
  else await tx.insert(feeDiscountRules).values({ ...row, schoolId })
  return { revision: row.revision, isNew: !known }
}

/** Deletes a rule that no grant names. @throws AppError fees.in-use, request.not-found */
export async function deleteDiscountRule(tx: Tx, { schoolId }: FeeBy, id: string): Promise<void> {
  await lockFeeSetup(tx, schoolId)
  const granted = and(eq(feeDiscountGrants.schoolId, schoolId), eq(feeDiscountGrants.ruleId, id))
  const [grant] = await tx.select({ id: feeDiscountGrants.id }).from(feeDiscountGrants).where(granted).limit(1)
  if (grant) throw new AppError('fees.in-use', { field: 'id' })
  const gone = await tx.delete(feeDiscountRules).where(isId(schoolId, id)).returning({ id: feeDiscountRules.id })
  if (gone.length === 0) throw new AppError('request.not-found', { field: 'id' })
}
