import { and, asc, eq, max } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import { regulatorOf } from '#server/features/school/school-grades.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeSchedule, FeeScheduleInput } from '#shared/fees/setup/fee-schedule.contract.ts'
import { type FeeSchool, scheduleFault } from '#shared/fees/setup/schedule-check.rules.ts'
import { currentVersions } from '#shared/fees/setup/schedule-choice.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type FeeBy, lockFeeSetup, nextRevision } from './fee-by.ts'
import { feeComponentsOf } from './fee-component.service.ts'
import { requirePlan } from './fee-plan.service.ts'
import { readFeeSettings } from './fee-settings.service.ts'
import { feeSchedules } from './fee-setup.table.ts'

export type FeeScheduleRow = typeof feeSchedules.$inferSelect

const isId = (schoolId: string, id: string) => and(eq(feeSchedules.schoolId, schoolId), eq(feeSchedules.id, id))

/** Returns a school's schedules, all versions, by year; of one year where it is given. */
export const feeSchedulesOf = (tx: Tx, schoolId: string, year?: number): Promise<FeeScheduleRow[]> =>
  tx
    .select()
    .from(feeSchedules)
    .where(and(eq(feeSchedules.schoolId, schoolId), year === undefined ? undefined : eq(feeSchedules.year, year)))
    .orderBy(asc(feeSchedules.year), asc(feeSchedules.seriesId), asc(feeSchedules.version))

/** Returns whether the school has an approved schedule. */
export async function hasApprovedSchedule(tx: Tx, schoolId: string): Promise<boolean> {
  const approved = and(eq(feeSchedules.schoolId, schoolId), eq(feeSchedules.state, 'approved'))
  const [found] = await tx.select({ id: feeSchedules.id }).from(feeSchedules).where(approved).limit(1)
  return found !== undefined
}

/** Returns schedules as staff see them, each with whether a later version is approved. */
export function scheduleViews(rows: readonly FeeScheduleRow[]): FeeSchedule[] {
  const current = new Set(currentVersions(rows).map(({ id }) => id))
  return rows.map(({ schoolId: _school, ...row }) => ({
    ...row,
    isReplaced: row.state === 'approved' && !current.has(row.id),
  }))
}

/**
 * Adds or changes a draft; one with the series of an approved schedule is its next version. @returns its revision and version
 * @throws AppError fees.changed, fees.frozen, fees.retired, fees.plan-sum, fees.unlawful, request.not-found for a component or the plan
 */
export async function changeSchedule(
  tx: Tx,
  { schoolId, userId, nowMs }: FeeBy,
  { values, seen }: { values: FeeScheduleInput; seen: number },
): Promise<{ revision: number; version: number }> {
  await lockFeeSetup(tx, schoolId)
  const own = isId(schoolId, values.id)
  const [known] = await tx.select().from(feeSchedules).where(own)
  const revision = nextRevision(known, values, seen)
  if (known && revision === undefined) return known
  if (known && (known.state === 'approved' || known.seriesId !== values.seriesId)) throw new AppError('fees.frozen')
  await checkSchedule(tx, schoolId, values)
  const change = { ...values, revision: revision ?? 1, byUser: userId, at: toInstant(nowMs) }
  if (known) {
    await tx.update(feeSchedules).set(change).where(own)
    return { revision: change.revision, version: known.version }
  }
  const version = await nextVersion(tx, schoolId, values)
  await tx.insert(feeSchedules).values({ ...change, schoolId, version, state: 'draft' })
  return { revision: 1, version }
}

/** Returns the version of a new draft. @throws AppError fees.frozen where the series has a draft already or is of another year */
async function nextVersion(tx: Tx, schoolId: string, { seriesId, year }: FeeScheduleInput): Promise<number> {
  const inSeries = and(eq(feeSchedules.schoolId, schoolId), eq(feeSchedules.seriesId, seriesId))
  const versions = await tx
    .select({ version: max(feeSchedules.version), state: feeSchedules.state, year: feeSchedules.year })
    .from(feeSchedules)
    .where(inSeries)
    .groupBy(feeSchedules.state, feeSchedules.year)
  if (versions.some((each) => each.state === 'draft' || each.year !== year)) throw new AppError('fees.frozen')
  return Math.max(0, ...versions.map(({ version }) => version ?? 0)) + 1
}

/** A schedule as far as it is checked. */
type Checked = Pick<FeeScheduleInput, 'year' | 'pupils' | 'lines' | 'planId'>

/** Checks components, plan and law of a schedule. @throws AppError request.not-found, fees.retired, fees.plan-sum, fees.unlawful */
export async function checkSchedule(tx: Tx, schoolId: string, schedule: Checked): Promise<void> {
  const components = new Map((await feeComponentsOf(tx, schoolId)).map((each) => [each.code, each]))
  for (const { component } of schedule.lines) {
    const known = components.get(component)
    if (!known) throw new AppError('request.not-found', { field: 'schedule.lines' })
    if (known.isRetired) throw new AppError('fees.retired', { field: component })
  }
  const plan = await requirePlan(tx, schoolId, schedule.planId)
  const fault = scheduleFault(schedule, plan.parts, components, await readFeeSchool(tx, schoolId, schedule.year))
  if (fault?.of === 'plan') throw new AppError('fees.plan-sum', { field: 'schedule.planId' })
  if (fault) throw new AppError('fees.unlawful', { field: fault.fault.rule })
}

/** Reads what the regulator's rules depend on. */
export async function readFeeSchool(tx: Tx, schoolId: string, year: number): Promise<FeeSchool> {
  const school = await readSchool(tx, schoolId)
  const schoolYear = school.profile.years?.find(({ startsOn }) => Number(startsOn.slice(0, 4)) === year)
  return {
    regulator: regulatorOf(school),
    schoolKind: (await readFeeSettings(tx, schoolId)).schoolKind,
    yearStartsOn: schoolYear?.startsOn ?? null,
    terms: schoolYear?.terms ?? [],
  }
}

/** Deletes a draft. @throws AppError fees.frozen, request.not-found */
export async function deleteSchedule(tx: Tx, { schoolId }: FeeBy, id: string): Promise<void> {
  await lockFeeSetup(tx, schoolId)
  const [known] = await tx.select({ state: feeSchedules.state }).from(feeSchedules).where(isId(schoolId, id))
  if (!known) throw new AppError('request.not-found', { field: 'id' })
  if (known.state === 'approved') throw new AppError('fees.frozen')
  await tx.delete(feeSchedules).where(isId(schoolId, id))
}
