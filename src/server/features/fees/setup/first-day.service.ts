import { and, eq, inArray } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { monthsAfter } from '#shared/kernel/months.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import { chargedChildren } from '../billing/standing-charge.service.ts'
import { lockFeeStudents } from '../fee-student.service.ts'
import { type FeeBy, lockFeeSetup } from './fee-by.ts'
import { feeFirstDays } from './fee-child.table.ts'

/** Returns from which day children are billed in a year, where somebody decided it. */
export async function firstDaysOf(
  tx: Tx,
  schoolId: string,
  studentIds: readonly string[],
  year: number,
): Promise<Map<string, Day>> {
  if (studentIds.length === 0) return new Map()
  const { studentId, firstOn } = feeFirstDays
  const rows = await tx
    .select({ studentId, firstOn })
    .from(feeFirstDays)
    .where(and(eq(feeFirstDays.schoolId, schoolId), inArray(studentId, [...studentIds]), eq(feeFirstDays.year, year)))
  return new Map(rows.map((row) => [row.studentId, row.firstOn]))
}

/** Returns the first day of a school year as the school has set it, else 1 September. */
export async function yearStartOf(tx: Tx, schoolId: string, year: number): Promise<Day> {
  const { profile } = await readSchool(tx, schoolId)
  return profile.years?.find(({ startsOn }) => Number(startsOn.slice(0, 4)) === year)?.startsOn ?? `${year}-09-01`
}

/**
 * Decides from which day a child is billed in a school year: its fees are owed by month from then on. Null for nothing decided.
 * @returns whether anything changed
 * @throws AppError request.invalid (a day outside the year), fees.first-day-billed (the child has charges of the year, divided by its plan,
 *   that are not credited)
 */
export async function setFirstDay(
  tx: Tx,
  by: FeeBy,
  { studentId, year, firstOn }: { studentId: string; year: number; firstOn: Day | null },
): Promise<boolean> {
  const { schoolId, userId: byUser, nowMs } = by
  await lockFeeSetup(tx, schoolId)
  await lockFeeStudents(tx, schoolId, [studentId])
  const known = (await firstDaysOf(tx, schoolId, [studentId], year)).get(studentId) ?? null
  if (known === firstOn) return false
  const startsOn = await yearStartOf(tx, schoolId, year)
  if (firstOn !== null && (firstOn < startsOn || firstOn >= monthsAfter(startsOn, 12)))
    throw new AppError('request.invalid', { field: 'firstOn' })
  const billed = await chargedChildren(tx, schoolId, { year, studentIds: [studentId], isDivided: true })
  if (billed.length > 0) throw new AppError('fees.first-day-billed', { field: 'firstOn' })
  const { schoolId: ofSchool, studentId: ofStudent, year: ofYear } = feeFirstDays
  if (firstOn === null) {
    await tx.delete(feeFirstDays).where(and(eq(ofSchool, schoolId), eq(ofStudent, studentId), eq(ofYear, year)))
    return true
  }
  const row = { firstOn, byUser, at: toInstant(nowMs) }
  await tx
    .insert(feeFirstDays)
    .values({ schoolId, studentId, year, ...row })
    .onConflictDoUpdate({ target: [ofSchool, ofStudent, ofYear], set: row })
  return true
}
