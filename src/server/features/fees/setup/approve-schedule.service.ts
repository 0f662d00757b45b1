import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { feePackOf } from '#shared/fees/regulator/fee-packs.rules.ts'
import { currentVersions } from '#shared/fees/setup/schedule-choice.rules.ts'
import { scheduleRise } from '#shared/fees/setup/schedule-rise.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { chargedChildren } from '../billing/standing-charge.service.ts'
import { type FeeBy, lockFeeSetup } from './fee-by.ts'
import { checkSchedule, type FeeScheduleRow, feeSchedulesOf, readFeeSchool } from './fee-schedule.service.ts'
import { feeSchedules } from './fee-setup.table.ts'
import { feeTermsOf } from './fee-terms.service.ts'

const isId = (schoolId: string, id: string) => and(eq(feeSchedules.schoolId, schoolId), eq(feeSchedules.id, id))

/**
 * Approves a draft as it was seen. @returns it
 * @throws AppError request.not-found, fees.changed, fees.frozen, student.needs-another for the person who changed it last, fees.overlap,
 *   fees.retired, fees.plan-sum, fees.unlawful with the rule in `field`, fees.plan-billed (another plan than children were billed by)
 */
export async function approveSchedule(
  tx: Tx,
  by: FeeBy,
  { id, seen }: { id: string; seen: number },
): Promise<FeeScheduleRow> {
  const { schoolId, userId, nowMs } = by
  await lockFeeSetup(tx, schoolId)
  const [known] = await tx.select().from(feeSchedules).where(isId(schoolId, id))
  if (!known) throw new AppError('request.not-found', { field: 'id' })
  if (known.state === 'approved') throw new AppError('fees.frozen')
  if (known.revision !== seen) throw new AppError('fees.changed')
  if (known.byUser === userId) throw new AppError('student.needs-another')
  await checkSchedule(tx, schoolId, known)
  await requireLawfulRise(tx, known)
  await requireNoOther(tx, known)
  await requireSamePlan(tx, by, known)
  const approved = { state: 'approved' as const, approvedBy: userId, approvedAt: toInstant(nowMs) }
  await tx.update(feeSchedules).set(approved).where(isId(schoolId, id))
  return { ...known, ...approved }
}

/** Checks that the regulator allows amounts that are higher than before. @throws AppError fees.unlawful with the rule */
async function requireLawfulRise(tx: Tx, schedule: FeeScheduleRow): Promise<void> {
  const { schoolId, year } = schedule
  const { regulator, yearStartsOn } = await readFeeSchool(tx, schoolId, year)
  const found = scheduleRise(schedule, {
    pack: feePackOf(regulator, year),
    yearStartsOn: yearStartsOn ?? `${year}-09-01`,
    schedules: await feeSchedulesOf(tx, schoolId),
    isBilled: (await chargedChildren(tx, schoolId, { year })).length > 0,
  })
  if (found) throw new AppError('fees.unlawful', { field: found.fault.rule })
}

/** Checks that no other approved schedule is for the same children. @throws AppError fees.overlap with the grade */
async function requireNoOther(tx: Tx, { schoolId, seriesId, year, campus, stream, pupils, grades }: FeeScheduleRow) {
  const others = currentVersions(await feeSchedulesOf(tx, schoolId, year)).filter(
    (other) =>
      other.seriesId !== seriesId && other.campus === campus && other.stream === stream && other.pupils === pupils,
  )
  const taken = grades.find((grade) => others.some((other) => other.grades.includes(grade)))
  if (taken !== undefined) throw new AppError('fees.overlap', { field: taken })
}

/** Children whose terms are read at once. */
const readAtOnce = 500

/** Checks that nobody has been billed by the plan of the version before. @throws AppError fees.plan-billed */
async function requireSamePlan(tx: Tx, by: FeeBy, { schoolId, seriesId, year, planId }: FeeScheduleRow): Promise<void> {
  const before = currentVersions(await feeSchedulesOf(tx, schoolId, year)).find((each) => each.seriesId === seriesId)
  if (!before || before.planId === planId) return
  const billed = await chargedChildren(tx, schoolId, { year })
  for (let at = 0; at < billed.length; at += readAtOnce) {
    const terms = await feeTermsOf(tx, by, billed.slice(at, at + readAtOnce), year)
    for (const each of terms.values())
      if (!('missing' in each) && each.scheduleId === before.id && each.plan.id === before.planId)
        throw new AppError('fees.plan-billed', { field: 'schedule.planId' })
  }
}
