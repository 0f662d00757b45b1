import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Day } from '#shared/kernel/time.ts'
import { countEnquired } from '../enquiries/enquiry-funnel.service.ts'

export interface FunnelQuery {
  schoolId: string
  timeZone: string
  /** Everything recorded until the end of this day counts. */
  asOf: Day
  /** Common values of those counted. */
  of: Partial<Record<keyof typeof columns, string | number | undefined>>
}

const columns = {
  entryYear: sql`s.entry_year`,
  grade: sql`s.grade`,
  nationality: sql`s.nationality`,
  source: sql`s.source`,
} satisfies Record<string, SQL>

const stages = ['applied', 'shortlisted', 'offered', 'accepted', 'booked', 'confirmed'] as const
type Stage = 'enquired' | (typeof stages)[number]
type Counts = Record<(typeof stages)[number], number>
type Medians = Record<`days_${(typeof stages)[number]}`, number | null>

/** The first change of a pupil who was entered as one: such a file never went through admissions, and counts in no stage. */
const beganConfirmed = sql`c.from_status is null and c.to_status = 'confirmed'`

/**
 * Counts students by the stage they reached. A stage includes those before it: some are offered a place from the waiting list.
 */
export async function stagesReached(
  tx: Tx,
  asked: FunnelQuery,
): Promise<{ stage: Stage; reached: number | null; medianDays: number | null }[]> {
  const { schoolId } = asked
  // An enquiry names several children, each with a year and a grade of its own.
  const enquired = narrowed(asked).length === 0 ? await countEnquired(tx, schoolId, endOf(asked)) : null
  const first = (status: string) => sql`min(c.recorded_at) filter (where c.to_status = ${status})`
  const days = (to: string, from: string) => sql`
    percentile_cont(0.5) within group (order by extract(epoch from ${sql.raw(to)} - ${sql.raw(from)}) / 86400)
      filter (where ${sql.raw(to)} >= ${sql.raw(from)})::float8`
  const { rows } = await tx.execute<Counts & Medians>(sql`
    with way as (
      select min(c.recorded_at) filter (where c.from_status is null) as applied, ${first('shortlisted')} as shortlisted,
        ${first('offer-out')} as offered, ${first('accepted')} as accepted, ${first('booked')} as booked,
        ${first('confirmed')} as confirmed
      from student_changes c join students s on s.school_id = c.school_id and s.id = c.student_id
      where c.school_id = ${schoolId} and c.recorded_at < ${endOf(asked)} and ${isAsked(asked)}
      group by c.student_id
      having count(*) filter (where ${beganConfirmed}) = 0)
    select count(*)::int as applied,
      count(coalesce(shortlisted, offered, accepted, booked, confirmed))::int as shortlisted,
      count(coalesce(offered, accepted, booked, confirmed))::int as offered,
      count(coalesce(accepted, booked, confirmed))::int as accepted,
      count(coalesce(booked, confirmed))::int as booked,
      count(confirmed)::int as confirmed,
      ${days('shortlisted', 'applied')} as days_shortlisted, ${days('offered', 'shortlisted')} as days_offered,
      ${days('accepted', 'offered')} as days_accepted, ${days('booked', 'accepted')} as days_booked,
      ${days('confirmed', 'booked')} as days_confirmed
    from way`)
  const row = rows[0]
  return [
    { stage: 'enquired', reached: enquired, medianDays: null },
    ...stages.map((stage) => ({ stage, reached: row?.[stage] ?? 0, medianDays: row?.[`days_${stage}`] ?? null })),
  ]
}

interface Shares {
  byGrade: { grade: string | null; count: number }[]
  bySource: { source: string | null; count: number }[]
  byNationality: { nationality: string | null; count: number }[]
}

/** Counts applicants by then, by grade, source and nationality; most first. */
export async function sharesOf(tx: Tx, asked: FunnelQuery): Promise<Shares> {
  const { rows } = await tx.execute<{ of: number; value: string | null; count: number }>(sql`
    select grouping(s.grade, s.source, s.nationality) as of, coalesce(s.grade, s.source, s.nationality) as value,
      count(*)::int as count
    from students s
    where s.school_id = ${asked.schoolId} and s.applied_at < ${endOf(asked)} and ${isAsked(asked)}
      and not exists (
        select 1 from student_changes c where c.school_id = ${asked.schoolId} and c.student_id = s.id and ${beganConfirmed})
    group by grouping sets ((s.grade), (s.source), (s.nationality))
    order by 3 desc, 2`)
  // A bit for each grouping column that a row lacks: grade, source, nationality from the left.
  const of = (bits: number) => rows.filter((row) => row.of === bits)
  return {
    byGrade: of(0b011).map(({ value, count }) => ({ grade: value, count })),
    bySource: of(0b101).map(({ value, count }) => ({ source: value, count })),
    byNationality: of(0b110).map(({ value, count }) => ({ nationality: value, count })),
  }
}

const endOf = ({ asOf, timeZone }: FunnelQuery) => sql`((${asOf}::date + 1)::timestamp at time zone ${timeZone}::text)`

const names = Object.keys(columns) as (keyof typeof columns)[]
const narrowed = ({ of }: FunnelQuery) => names.filter((name) => of[name] !== undefined)

const isAsked = (asked: FunnelQuery) =>
  sql.join([sql`true`, ...narrowed(asked).map((name) => sql`${columns[name]} = ${asked.of[name]}`)], sql` and `)
