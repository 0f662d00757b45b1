import { sql } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { businessDay, type Day, dayAfter, minuteMs } from '#shared/kernel/time.ts'
import { waitForSales } from '../../sales/void-lock.service.ts'
import { summedDays } from './day-sums.table.ts'
import { replaceSums } from './replace-sums.service.ts'

const everyMs = 30 * minuteMs
/** A process of the release before may still write documents without deleting their days. */
const firstAfterMs = 10 * minuteMs
/** One transaction sums so many days, and one turn of a school takes so many of these. */
const daysAtOnce = 7
const stepsOfTurn = 5
/** Older days are read from the documents, so that a till with a wrong clock does not make days without end. */
const daysBack = 3660

/** Sums the days that are over, of all schools, in one round after the other, until it is stopped. */
export function startDaySums(deps: Deps, due: DueWork): Running {
  const beganMs = deps.clock.monotonicMs()
  const waitMs = () => beganMs + firstAfterMs - deps.clock.monotonicMs()
  return keepDoingForSchools({
    everyMs,
    kind: 'sums-by-day',
    due,
    work: (schoolId, isStopping) => (waitMs() > 0 ? Promise.resolve() : sumSomeDays(deps, schoolId, isStopping)),
    nextInMs: () => Promise.resolve(waitMs() > 0 ? waitMs() : undefined),
    onFailure: (error) => deps.log.error(describeFailure(error), 'days can not be summed now'),
  })
}

/** Sums days of a school, the latest first, as many as one turn allows. @returns 'more' where there are more */
export async function sumSomeDays(
  deps: Deps,
  schoolId: string,
  isStopping: () => boolean,
): Promise<'more' | undefined> {
  for (let step = 0; step < stepsOfTurn; step += 1) {
    if (isStopping()) return undefined
    // Days that somebody writes into meanwhile come in a later round.
    if ((await sumNextDays(deps, schoolId)) === 0) return undefined
  }
  return 'more'
}

/**
 * Sums the next days of a school that are over, in three transactions: `unsum-days.service.ts` says why. What it leaves undone where it ends
 * in the middle, the next one does. @returns how many days have been summed
 */
async function sumNextDays({ db, clock, random }: Deps, schoolId: string): Promise<number> {
  const attempt = uuidv7(clock.nowMs(), random)
  const inSchool = <T>(work: (tx: Tx) => Promise<T>) => db.tenant(schoolId, work, { isQuiet: true })
  if (!(await inSchool((tx) => beginDays(tx, { schoolId, attempt, nowMs: clock.nowMs() })))) return 0
  await inSchool((tx) => waitForSales(tx, schoolId))
  return inSchool((tx) => endDays(tx, schoolId, attempt))
}

/** Begins the latest days that are over and not summed; those that another attempt has begun are taken over. @returns whether there are any */
async function beginDays(
  tx: Tx,
  { schoolId, attempt, nowMs }: { schoolId: string; attempt: string; nowMs: number },
): Promise<boolean> {
  const { timeZone, cutoverMinute, currency } = await readSchool(tx, schoolId)
  const yesterday = dayAfter(businessDay(nowMs, timeZone, cutoverMinute), -1)
  const earliest = (table: string) =>
    sql`(select min(business_day) from ${sql.raw(table)} where school_id = ${schoolId})`
  const { rows: days } = await tx.execute<{ day: Day }>(sql`
    select day::date::text as day from generate_series(
      greatest(${dayAfter(yesterday, -daysBack)}::date,
        least(${earliest('sales')}, ${earliest('refunds')}, ${earliest('top_ups')}, ${earliest('shifts')})),
      ${yesterday}::date, '1 day') day
    where not exists (select from summed_days h where h.school_id = ${schoolId} and h.business_day = day::date
      and h.currency = ${currency} and h.time_zone = ${timeZone} and h.summed_at is not null)
    order by day desc limit ${daysAtOnce}`)
  if (days.length === 0) return false
  const begun = await tx
    .insert(summedDays)
    .values(days.map(({ day }) => ({ schoolId, businessDay: day, currency, timeZone, attempt })))
    .onConflictDoUpdate({
      target: [summedDays.schoolId, summedDays.businessDay],
      set: { currency, timeZone, attempt, summedAt: null },
      // Another attempt may have summed it since.
      setWhere: sql`${summedDays.summedAt} is null or (${summedDays.currency}, ${summedDays.timeZone}) is distinct from (${currency}, ${timeZone})`,
    })
    .returning({ day: summedDays.businessDay })
  return begun.length > 0
}

/** Makes the sums of the days that are still this attempt's. @returns how many hold */
async function endDays(tx: Tx, schoolId: string, attempt: string): Promise<number> {
  // Attempts write one after the other: one that has lost its days must not write over the sums of the next.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sums by day of ${schoolId}`}, 0))`)
  const school = await readSchool(tx, schoolId)
  const isOwn = sql`school_id = ${schoolId} and attempt = ${attempt}::uuid and currency = ${school.currency}
    and time_zone = ${school.timeZone} and summed_at is null`
  const { rows: begun } = await tx.execute<{ day: Day }>(
    sql`select business_day::text as day from summed_days where ${isOwn} order by business_day`,
  )
  if (begun.length === 0) return 0
  await replaceSums(
    tx,
    school,
    begun.map(({ day }) => day),
  )
  // A document that came meanwhile has deleted its day, or does so after this: both end with a day that is not summed.
  const { rows } = await tx.execute(sql`update summed_days set summed_at = now() where ${isOwn} returning 1`)
  return rows.length
}
