import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { staffNames } from '#server/features/identity/sessions/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { officeMinutes } from '#shared/admissions/enquiries/answer-clock.rules.ts'
import type { EnquiryFilter, enquiryList } from '#shared/admissions/enquiries/enquiry-list.contract.ts'
import { type EnquiryStatus, enquiryStatuses } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import { dayMs, fromInstant, type Instant, toInstant } from '#shared/kernel/time.ts'
import {
  countEnquiryQueues,
  type EnquiryAt,
  enquiriesOf,
  instantText,
  narrowed,
  says,
  status,
} from './enquiry-query.service.ts'

/** Days of which the median of first answers is told. */
const medianDays = 30

/** Returns the median of the office's minutes until the first answer; null where nothing was answered. */
export async function medianAnswer(
  tx: Tx,
  { schoolId, hours }: EnquiryAt,
  { fromMs, toMs, source }: { fromMs: number; toMs: number; source?: string | undefined },
): Promise<number | null> {
  const { rows } = await tx.execute<{ receivedAt: Instant; firstAnsweredAt: Instant }>(sql`
    select ${instantText('s.received_at')} as "receivedAt", ${instantText('c.first_answered_at')} as "firstAnsweredAt" from ${enquiriesOf(schoolId)}
      and c.first_answered_at is not null and s.received_at >= ${toInstant(fromMs)}::timestamptz
      and s.received_at < ${toInstant(toMs)}::timestamptz and ${source === undefined ? sql`true` : says('source', source)}
    limit 5000`)
  const minutes = rows
    .map((row) => officeMinutes(fromInstant(row.receivedAt), fromInstant(row.firstAnsweredAt), hours))
    .toSorted((a, b) => a - b)
  return minutes[Math.floor((minutes.length - 1) / 2)] ?? null
}

type About = NonNullable<z.input<typeof enquiryList.reply>['about']>

/** Returns the figures of a whole list. */
export async function aboutEnquiries(tx: Tx, at: EnquiryAt, filter: EnquiryFilter): Promise<About> {
  const { schoolId, nowMs } = at
  const { rows } = await tx.execute<{ status: EnquiryStatus; count: number }>(
    sql`select ${status} as status, count(*)::int as count from ${enquiriesOf(schoolId)} and ${narrowed(filter)} group by 1`,
  )
  const counts = Object.fromEntries(enquiryStatuses.map((each) => [each, 0])) as Record<EnquiryStatus, number>
  for (const row of rows) counts[row.status] = row.count
  const valuesOf = async (key: 'grade' | 'entry_year' | 'source') => {
    const found = await tx.execute<{ value: string }>(sql`
      select distinct jsonb_path_query(s.answers, ${`$.**.${key} ? (@.type() == "string")`}::jsonpath) #>> '{}' as value
      from ${enquiriesOf(schoolId)} order by 1 limit 60`)
    return found.rows.map(({ value }) => value).filter((value) => value !== '')
  }
  const years = (await valuesOf('entry_year')).map(Number).filter((year) => Number.isInteger(year))
  return {
    counts,
    queues: await countEnquiryQueues(tx, at, filter),
    medianMinutes: await medianAnswer(tx, at, { fromMs: nowMs - medianDays * dayMs, toMs: nowMs }),
    staff: (await staffNames(tx, schoolId)).map(({ id: userId, name }) => ({ userId, name })),
    known: { entryYear: years, grade: await valuesOf('grade'), source: await valuesOf('source') },
  }
}
