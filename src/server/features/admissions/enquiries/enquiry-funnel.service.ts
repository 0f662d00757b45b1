import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { EnquiryFunnelStage, enquiryFunnel } from '#shared/admissions/enquiries/enquiry-report.contract.ts'
import type { LostReason } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import { type Day, dayAfter, toInstant } from '#shared/kernel/time.ts'
import { atWallTime } from '#shared/admissions/appointment.rules.ts'
import { medianAnswer } from './enquiry-figures.service.ts'
import { type EnquiryAt, says } from './enquiry-query.service.ts'

const stages: readonly EnquiryFunnelStage[] = [
  'enquired',
  'contacted',
  'visited',
  'invited',
  'applied',
  'offered',
  'booked',
  'confirmed',
]
type Counts = Record<EnquiryFunnelStage, number>

interface Asked {
  firstDay?: Day | undefined
  lastDay?: Day | undefined
  source?: string | undefined
}

/** Enquiries as every funnel counts them: two that were merged are one, and one that was erased stays in the figures. */
const enquired = (schoolId: string): SQL => sql`submissions s
  left join enquiry_cases c on c.school_id = s.school_id and c.enquiry_id = s.id
  where s.school_id = ${schoolId} and s.purpose = 'enquiry' and c.merged_into is null`

/** Counts the enquiries before an instant, given as SQL, as every funnel does. */
export async function countEnquired(tx: Tx, schoolId: string, before: SQL): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from ${enquired(schoolId)} and s.received_at < ${before}`,
  )
  return rows[0]?.n ?? 0
}

/** A long time ago, for a funnel without a first day. */
const begin: Day = '2000-01-01'

/**
 * Counts the enquiries of a time by how far they have come: by their history, and by that of the files they have led to. A stage
 * includes those before it that were passed over. Merged enquiries count once.
 */
export async function enquiryFunnelOf(
  tx: Tx,
  at: EnquiryAt,
  { firstDay = begin, lastDay = at.today, source }: Asked,
): Promise<z.input<typeof enquiryFunnel.reply>> {
  const { schoolId, hours } = at
  const fromMs = atWallTime(firstDay, '00:00', hours.timeZone)
  const toMs = atWallTime(dayAfter(lastDay, 1), '00:00', hours.timeZone)
  const within = sql`s.received_at >= ${toInstant(fromMs)}::timestamptz and s.received_at < ${toInstant(toMs)}::timestamptz
    and ${source === undefined ? sql`true` : says('source', source)}`
  const way = sql`
    with asked as (
      select s.id, nullif(s.answers ->> 'source', '') as source, coalesce(c.status, 'new') as status, c.lost_reason
      from ${enquired(schoolId)} and ${within}),
    done as (
      select e.enquiry_id, bool_or(e.to_status = 'visited' or e.facts ->> 'tour' = 'held') as visited,
        bool_or(e.to_status = 'invited' or e.kind = 'invited' or e.facts ? 'places') as invited,
        bool_or(e.kind in ('contact', 'reply', 'tour') and e.facts ->> 'reason' is null or e.to_status = 'contacted') as contacted
      from enquiry_events e where e.school_id = ${schoolId} and e.enquiry_id in (select id from asked) group by 1),
    files as (
      select l.enquiry_id, bool_or(h.to_status = 'offer-out') as offered, bool_or(h.to_status = 'booked') as booked,
        bool_or(h.to_status = 'confirmed') as confirmed
      from enquiry_students l
      join student_changes h on h.school_id = l.school_id and h.student_id = l.student_id
      where l.school_id = ${schoolId} and l.enquiry_id in (select id from asked) group by 1),
    reached as (
      select a.source, a.status, a.lost_reason, case
        when f.confirmed then 7 when f.booked then 6 when f.offered then 5
        when f.enquiry_id is not null or a.status = 'applied' then 4
        when d.invited or a.status = 'invited' then 3 when d.visited or a.status = 'visited' then 2
        when d.contacted or a.status = 'contacted' then 1 else 0 end as stage
      from asked a left join done d on d.enquiry_id = a.id left join files f on f.enquiry_id = a.id)`
  const each = stages.map((stage, no) => sql`count(*) filter (where stage >= ${no})::int as ${sql.identifier(stage)}`)
  const { rows } = await tx.execute<Counts>(sql`${way} select ${sql.join(each, sql`, `)} from reached`)
  const bySource = await tx.execute<z.input<typeof enquiryFunnel.reply>['bySource'][number]>(sql`${way}
    select source, count(*)::int as enquired, count(*) filter (where stage >= 4)::int as applied,
      count(*) filter (where stage >= 7)::int as confirmed
    from reached group by 1 order by 2 desc, 1 limit 60`)
  const lost = await tx.execute<{ reason: LostReason; count: number }>(sql`${way}
    select lost_reason as reason, count(*)::int as count from reached where status = 'lost' and lost_reason is not null
    group by 1 order by 2 desc, 1`)
  return {
    stages: stages.map((stage) => ({ stage, reached: rows[0]?.[stage] ?? 0 })),
    bySource: bySource.rows,
    lost: lost.rows,
    medianMinutes: await medianAnswer(tx, at, { fromMs, toMs, source }),
  }
}
