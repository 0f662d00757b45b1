import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { readRules } from '#server/features/admissions/rules/admission-rules.service.ts'
import { submissionViews } from '#server/features/forms/submissions/submission-seen.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { businessDay, fromInstant } from '#shared/kernel/time.ts'
import type { enquiriesDue } from '#shared/retention/retention.contract.ts'
import { type At, placeOf } from './retention.service.ts'

/** Parameters of an enquiry's retention. */
interface ExpiredQuery extends At {
  keepMonths: number
}

/** Selects a family's addresses as text: of these forms or files. */
const words = (rows: SQL): SQL => sql`select lower(r.email) as word from ${rows} union select r.phone from ${rows}`

/**
 * Selects enquiries past retention: not erased, old enough, and of a family without any other data here. A family that wrote
 * again is active; one with a file is known by that, and its enquiry about that child is erased with the file.
 */
function over({ schoolId, timeZone, nowMs, keepMonths }: ExpiredQuery): SQL {
  const today = businessDay(nowMs, timeZone, 0)
  const isOver = (received: SQL) =>
    sql`((${received} at time zone ${timeZone}::text)::date + make_interval(months => ${keepMonths}::int))::date <= ${today}::date`
  const recent = sql`(select p.email, p.phone from persons p join submissions n on n.school_id = p.school_id and n.id = p.submission_id
    where p.school_id = ${schoolId} and not ${isOver(sql`n.received_at`)}) r`
  const applied = sql`(select p.email, p.phone from persons p join students t on t.school_id = p.school_id
    and t.submission_id = p.submission_id where p.school_id = ${schoolId} and t.erased_at is null) r`
  const guardians = sql`(select g.email, g.phone from student_guardians g join students t on t.school_id = g.school_id
    and t.id = g.student_id where g.school_id = ${schoolId} and t.erased_at is null) r`
  return sql`
    with here as (${words(recent)} union ${words(applied)} union ${words(guardians)})
    select s.id, s.reference, s.received_at as "receivedAt" from submissions s
    where s.school_id = ${schoolId} and s.purpose = 'enquiry' and s.answers <> '{}'::jsonb and ${isOver(sql`s.received_at`)}
      and not exists (select 1 from persons p where p.school_id = ${schoolId} and p.submission_id = s.id
        and (lower(p.email) in (select word from here) or p.phone in (select word from here)))
      and not exists (select 1 from persons p
        join person_decisions d on d.school_id = p.school_id and p.id in (d.person_id, d.other_id)
          and d.decision = 'same' and d.undone_at is null
        join persons o on o.school_id = d.school_id and o.id in (d.person_id, d.other_id)
        join students t on t.school_id = o.school_id and t.submission_id = o.submission_id and t.erased_at is null
        where p.school_id = ${schoolId} and p.submission_id = s.id)`
}

interface Found extends Record<string, unknown> {
  id: string
  reference: string
  receivedAt: string | Date
}

/** Lists enquiries past retention, a page at a time. */
export async function readEnquiriesDue(
  tx: Tx,
  at: At,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<z.input<typeof enquiriesDue.reply>> {
  const { schoolId, timeZone } = at
  const { keepClosedMonths: keepMonths, erasesByItself: byItself } = (await readRules(tx, schoolId)).rules
  if (keepMonths === null) return { keepMonths, byItself, total: 0, enquiries: [], next: null }
  const place = placeOf(after)
  const due = over({ ...at, keepMonths })
  const isLater = place ? sql`where (o."receivedAt", o.id) > (${place.since}::timestamptz, ${place.id}::uuid)` : sql``
  const { rows } = await tx.execute<Found>(
    sql`select * from (${due}) o ${isLater} order by o."receivedAt", o.id limit ${limit + 1}`,
  )
  const { rows: counted } = await tx.execute<{ total: number }>(sql`select count(*)::int as total from (${due}) o`)
  const page = rows.slice(0, limit)
  const seen = await submissionViews(
    tx,
    schoolId,
    page.map(({ id }) => id),
  )
  const enquiries = page.flatMap(({ id }) => {
    const enquiry = seen.get(id)
    return enquiry ? { enquiry, receivedOn: businessDay(fromInstant(enquiry.receivedAt), timeZone, 0) } : []
  })
  const last = rows.length > limit ? enquiries.at(-1)?.enquiry : undefined
  return {
    keepMonths,
    byItself,
    total: counted[0]?.total ?? 0,
    enquiries,
    next: last ? `${last.receivedAt} ${last.id}` : null,
  }
}

/** Returns whether this enquiry is past retention. */
export async function isEnquiryDue(tx: Tx, at: At, id: string): Promise<boolean> {
  const { keepClosedMonths: keepMonths } = (await readRules(tx, at.schoolId)).rules
  if (keepMonths === null) return false
  const { rows } = await tx.execute(sql`select 1 from (${over({ ...at, keepMonths })}) o where o.id = ${id}`)
  return rows.length > 0
}
