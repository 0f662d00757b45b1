import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeComponentInput } from '#shared/fees/setup/fee-component.contract.ts'
import { mayBeBounceFee } from '#shared/fees/setup/fee-component.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type FeeBy, lockFeeSetup, nextRevision } from './fee-by.ts'
import { feeOptions } from './fee-child.table.ts'
import { feeShares } from './fee-payer.table.ts'
import { feeSettings } from './fee-settings.table.ts'
import { feeComponents, feeDiscountRules, feeSchedules } from './fee-setup.table.ts'

export type FeeComponentRow = typeof feeComponents.$inferSelect

const isCode = (schoolId: string, code: string) =>
  and(eq(feeComponents.schoolId, schoolId), eq(feeComponents.code, code))

/** Returns a school's components in the order in which they are paid. */
export const feeComponentsOf = (tx: Tx, schoolId: string): Promise<FeeComponentRow[]> =>
  tx
    .select()
    .from(feeComponents)
    .where(eq(feeComponents.schoolId, schoolId))
    .orderBy(asc(feeComponents.priority), asc(feeComponents.code))

/**
 * Adds or changes a component. @returns its revision
 * @throws AppError fees.changed, fees.code-taken, request.invalid for a rate or relief that its tax code has not,
 * fees.in-use where it is charged for cheques that bounce and can be so no more
 */
export async function changeComponent(
  tx: Tx,
  { schoolId }: FeeBy,
  { values, seen }: { values: FeeComponentInput; seen: number },
): Promise<{ revision: number; isNew: boolean }> {
  await lockFeeSetup(tx, schoolId)
  const own = isCode(schoolId, values.code)
  const [known] = await tx.select().from(feeComponents).where(own)
  if (known && seen === 0) {
    if (nextRevision(known, values, known.revision) === undefined) return { revision: known.revision, isNew: false }
    throw new AppError('fees.code-taken', { field: 'component.code' })
  }
  const revision = nextRevision(known, values, seen)
  if (known && revision === undefined) return { revision: known.revision, isNew: false }
  const isTaxed = values.taxCode === 'standard'
  if (!isTaxed && (values.taxPpm > 0 || values.stateBears))
    throw new AppError('request.invalid', { field: 'component.taxPpm' })
  if (!mayBeBounceFee(values) && (await isBounceFee(tx, schoolId, values.code)))
    throw new AppError('fees.in-use', { field: 'component.code' })
  const row = { ...values, revision: revision ?? 1 }
  if (known) await tx.update(feeComponents).set(row).where(own)
  else await tx.insert(feeComponents).values({ ...row, schoolId })
  return { revision: row.revision, isNew: !known }
}

/** Returns whether a schedule, a discount rule, a share or a child's option names the component. */
async function isUsed(tx: Tx, schoolId: string, code: string): Promise<boolean> {
  const named = JSON.stringify([{ component: code }])
  const { rows } = await tx.execute(sql`
    select 1 from ${feeSchedules} where ${feeSchedules.schoolId} = ${schoolId} and ${feeSchedules.lines} @> ${named}::jsonb
    union all select 1 from ${feeDiscountRules} where ${feeDiscountRules.schoolId} = ${schoolId} and ${code} = any(${feeDiscountRules.components})
    union all select 1 from ${feeShares} where ${feeShares.schoolId} = ${schoolId} and ${feeShares.component} = ${code}
    union all select 1 from ${feeOptions} where ${feeOptions.schoolId} = ${schoolId} and ${feeOptions.component} = ${code}
    limit 1`)
  return rows.length > 0 || (await isBounceFee(tx, schoolId, code))
}

/** Returns whether the component is charged when a cheque bounces. */
async function isBounceFee(tx: Tx, schoolId: string, code: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from ${feeSettings} where ${feeSettings.schoolId} = ${schoolId} and ${feeSettings.bounceFee}->>'component' = ${code}`,
  )
  return rows.length > 0
}

/** Deletes a component that nothing names. @throws AppError fees.in-use, request.not-found */
export async function deleteComponent(tx: Tx, { schoolId }: FeeBy, code: string): Promise<void> {
  await lockFeeSetup(tx, schoolId)
  if (await isUsed(tx, schoolId, code)) throw new AppError('fees.in-use', { field: 'componentCode' })
  const gone = await tx.delete(feeComponents).where(isCode(schoolId, code)).returning({ code: feeComponents.code })
  if (gone.length === 0) throw new AppError('request.not-found', { field: 'componentCode' })
}
