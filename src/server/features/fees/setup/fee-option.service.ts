import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import { chargedComponent } from '../billing/standing-charge.service.ts'
import { lockFeeStudents } from '../fee-student.service.ts'
import { type FeeBy, lockFeeSetup } from './fee-by.ts'
import { feeOptions } from './fee-child.table.ts'
import { feeComponentsOf } from './fee-component.service.ts'

export type FeeOptionRow = typeof feeOptions.$inferSelect

/** Returns when children take optional components, in order of their days. */
export const feeOptionsOf = async (tx: Tx, schoolId: string, studentIds: readonly string[]): Promise<FeeOptionRow[]> =>
  studentIds.length === 0
    ? []
    : tx
        .select()
        .from(feeOptions)
        .where(and(eq(feeOptions.schoolId, schoolId), inArray(feeOptions.studentId, [...studentIds])))
        .orderBy(asc(feeOptions.fromOn), asc(feeOptions.id))

interface OptionInput {
  id: string
  studentId: string
  componentCode: string
  fromOn: Day
  untilOn: Day | null
}

/**
 * Says from when until when a child takes an optional component; the same id again changes the days. What is billed stays: a
 * first day moves only until it is, a last day always. @returns whether anything changed
 * @throws AppError request.not-found for the component, fees.not-optional, fees.retired, request.invalid for a last day before the
 *   first, fees.overlap, fees.option-billed
 */
export async function setOption(tx: Tx, by: FeeBy, asked: OptionInput): Promise<boolean> {
  const { schoolId, userId: byUser, nowMs } = by
  const { id, studentId, componentCode: component, fromOn, untilOn } = asked
  await lockFeeSetup(tx, schoolId)
  await lockFeeStudents(tx, schoolId, [studentId])
  if (untilOn !== null && untilOn < fromOn) throw new AppError('request.invalid', { field: 'untilOn' })
  const found = (await feeComponentsOf(tx, schoolId)).find(({ code }) => code === component)
  if (!found) throw new AppError('request.not-found', { field: 'componentCode' })
  if (!found.isOptional) throw new AppError('fees.not-optional', { field: 'componentCode' })
  const [stored] = await tx
    .select()
    .from(feeOptions)
    .where(and(eq(feeOptions.schoolId, schoolId), eq(feeOptions.id, id)))
  if (stored && (stored.studentId !== studentId || stored.component !== component))
    throw new AppError('request.invalid', { field: 'id' })
  if (stored?.fromOn === fromOn && stored.untilOn === untilOn) return false
  if (!stored && found.isRetired) throw new AppError('fees.retired', { field: 'componentCode' })
  const overlaps = (await feeOptionsOf(tx, schoolId, [studentId])).some(
    (other) =>
      other.id !== id &&
      other.component === component &&
      (untilOn === null || other.fromOn <= untilOn) &&
      (other.untilOn === null || fromOn <= other.untilOn),
  )
  if (overlaps) throw new AppError('fees.option-overlap', { field: 'fromOn' })
  if (stored && stored.fromOn !== fromOn) await requireUnbilled(tx, schoolId, stored)
  const row = { fromOn, untilOn, byUser, at: toInstant(nowMs) }
  await tx
    .insert(feeOptions)
    .values({ schoolId, id, studentId, component, ...row })
    .onConflictDoUpdate({ target: [feeOptions.schoolId, feeOptions.id], set: row })
  return true
}

/** Takes an option back that was entered by mistake. @returns it @throws AppError request.not-found, fees.option-billed */
export async function dropOption(tx: Tx, { schoolId }: FeeBy, id: string): Promise<FeeOptionRow> {
  await lockFeeSetup(tx, schoolId)
  const isThis = and(eq(feeOptions.schoolId, schoolId), eq(feeOptions.id, id))
  const [stored] = await tx.select().from(feeOptions).where(isThis)
  if (!stored) throw new AppError('request.not-found', { field: 'id' })
  await lockFeeStudents(tx, schoolId, [stored.studentId])
  await requireUnbilled(tx, schoolId, stored)
  await tx.delete(feeOptions).where(isThis)
  return stored
}

/** Checks that no charge stands that was billed since the option began. @throws AppError fees.option-billed */
async function requireUnbilled(tx: Tx, schoolId: string, option: FeeOptionRow): Promise<void> {
  if (await chargedComponent(tx, schoolId, option)) throw new AppError('fees.option-billed', { field: 'fromOn' })
}
