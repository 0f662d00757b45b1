import { type SQL, sql } from 'drizzle-orm'
import { readSchool, schoolDaysOf } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { lateIfBefore, type OfficeHours } from '#shared/admissions/enquiries/answer-clock.rules.ts'
import type { EnquiryFilter, enquirySorts } from '#shared/admissions/enquiries/enquiry-list.contract.ts'
import {
  type EnquiryQueue,
  type EnquiryStatus,
  enquiryQueues,
  enquiryStatuses,
  type LostReason,
  openStatuses,
} from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { phoneDigits, searchWords } from '#shared/kernel/text/search.rules.ts'
import { businessDay, type Day, type Instant } from '#shared/kernel/time.ts'
import { readRules } from '../rules/admission-rules.service.ts'

/** An enquiry as it is stored, with its form and its state; `new` where nobody has done anything about it. */
export interface StoredEnquiry extends Record<string, unknown> {
  id: string
  reference: string
  receivedAt: Instant
  language: Language
  answers: Answers
  definition: FormDefinition
  slug: string
  status: EnquiryStatus
  lostReason: LostReason | null
  ownerId: UserId | null
  nextOn: Day | null
  firstAnsweredAt: Instant | null
  mergedInto: string | null
  revision: number
}

/** Where and when a list is read. */
export interface EnquiryAt {
  schoolId: string
  today: Day
  nowMs: number
  hours: OfficeHours
}

/** Returns the moment and the hours of the office by which clocks run. */
export async function enquiryAt(tx: Tx, schoolId: string, nowMs: number): Promise<EnquiryAt> {
  const school = await readSchool(tx, schoolId)
  const { timeZone } = school
  const { weekend, holidays } = schoolDaysOf(school)
  const { officeHours, answerHours } = (await readRules(tx, schoolId)).rules
  return {
    schoolId,
    nowMs,
    today: businessDay(nowMs, timeZone, 0),
    hours: { timeZone, weekend, holidays, ...officeHours, answerMinutes: answerHours * 60 },
  }
}

export const instantText = (column: string): SQL =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

const columns = sql`s.id, s.reference, ${instantText('s.received_at')} as "receivedAt", s.language, s.answers, s.slug,
  coalesce(c.status, 'new') as status, c.lost_reason as "lostReason", c.owner_id as "ownerId", c.next_on::text as "nextOn",
  ${instantText('c.first_answered_at')} as "firstAnsweredAt", c.merged_into as "mergedInto", coalesce(c.revision, 0) as revision`

/** An erased enquiry is in no list: nothing is left of it but that it was. */
export const enquiriesOf = (schoolId: string): SQL => sql`submissions s
  left join enquiry_cases c on c.school_id = s.school_id and c.enquiry_id = s.id
  where s.school_id = ${schoolId} and s.purpose = 'enquiry' and s.answers <> '{}'::jsonb`

export const status = sql`coalesce(c.status, 'new')`
const isOpen = sql`${status} in ${sql.raw(`('${openStatuses.join("', '")}')`)}`

/** Condition of each queue; the counts and the rows use the same. */
function inQueue(queue: EnquiryQueue, { nowMs, hours, today }: EnquiryAt): SQL {
  if (queue === 'to-answer') return sql`${status} = 'new'`
  if (queue === 'late') return sql`(${status} = 'new' and s.received_at < ${lateIfBefore(nowMs, hours)}::timestamptz)`
  if (queue === 'due') return sql`(${isOpen} and c.next_on <= ${today}::date)`
  if (queue === 'no-next-date') return sql`(${isOpen} and ${status} <> 'new' and c.next_on is null)`
  return sql`(${isOpen} and c.owner_id is null)`
}

/** A value somewhere in the answers, under a key of the ready forms. */
export const says = (key: 'grade' | 'entry_year' | 'source', value: string): SQL =>
  sql`jsonb_path_exists(s.answers, ${`$.**.${key} ? (@ == $v)`}::jsonpath, ${JSON.stringify({ v: value })}::jsonb)`

export function narrowed({ owner, entryYear, grade, source, text }: EnquiryFilter): SQL {
  const parts: SQL[] = [sql`true`]
  if (owner === 'none') parts.push(sql`c.owner_id is null`)
  else if (owner) parts.push(sql`c.owner_id = ${owner}`)
  if (entryYear !== undefined) parts.push(says('entry_year', String(entryYear)))
  if (grade !== undefined) parts.push(says('grade', grade))
  if (source !== undefined) parts.push(says('source', source))
  if (text) parts.push(saidIn(text))
  return sql.join(parts, sql` and `)
}

/** Folded words hold letters and digits only: nothing in them is special to `like`. */
function saidIn(text: string): SQL {
  const words = searchWords(text)
  if (words.length === 0) return sql`false`
  const digits = phoneDigits(text)
  const inWords = sql.join(
    words.map((word) => sql`s.search_text like ${`% ${word}%`}`),
    sql` and `,
  )
  return digits === undefined ? sql`(${inWords})` : sql`((${inWords}) or s.search_text like ${`%${digits}%`})`
}

function ofStatus({ status: wanted, queue }: EnquiryFilter, at: EnquiryAt): SQL {
  const ofQueue = queue === undefined ? sql`true` : inQueue(queue, at)
  if (wanted === 'all') return ofQueue
  return wanted === 'open' ? sql`(${isOpen} and ${ofQueue})` : sql`(${status} = ${wanted} and ${ofQueue})`
}

const rank = sql.raw(
  `case coalesce(c.status, 'new') ${enquiryStatuses.map((each, no) => `when '${each}' then '${no}'`).join(' ')} end`,
)
const received = instantText('s.received_at')

/** Sort keys are texts: a page begins after the key and the id of the last row before it. */
const orders: Record<(typeof enquirySorts)[number], { key: SQL; isDescending: boolean }> = {
  clock: {
    key: sql`(${rank} || case when ${status} = 'new' then '' else coalesce(c.next_on::text, '9999-12-31') end || ${received})`,
    isDescending: false,
  },
  newest: { key: received, isDescending: true },
  next: { key: sql`(coalesce(c.next_on::text, '9999-12-31') || ${received})`, isDescending: false },
}

interface Query {
  filter: EnquiryFilter
  sort: (typeof enquirySorts)[number]
  after: { key: string; id: string } | undefined
  limit: number
}

/** Lists enquiries, each with the key by which the next page begins. */
export async function findEnquiries(
  tx: Tx,
  at: EnquiryAt,
  { filter, sort, after, limit }: Query,
): Promise<(StoredEnquiry & { key: string })[]> {
  const { key, isDescending } = orders[sort]
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const isAfter = after
    ? sql`and (${key} collate "C", s.id) ${sql.raw(isDescending ? '<' : '>')} (${after.key} collate "C", ${after.id}::uuid)`
    : sql``
  const { rows } = await tx.execute<StoredEnquiry & { key: string }>(sql`
    select page.*, v.definition from (
      select ${columns}, s.version, ${key} as key from ${enquiriesOf(at.schoolId)}
        and ${narrowed(filter)} and ${ofStatus(filter, at)} ${isAfter}
      order by ${key} collate "C" ${direction}, s.id ${direction} limit ${limit}) page
    join form_versions v on v.school_id = ${at.schoolId} and v.slug = page.slug and v.version = page.version
    order by page.key collate "C" ${direction}, page.id ${direction}`)
  return rows
}

/** Returns one enquiry; undefined for anything that is none, or is erased. */
export async function findEnquiry(tx: Tx, schoolId: string, id: string): Promise<StoredEnquiry | undefined> {
  const { rows } = await tx.execute<StoredEnquiry>(sql`
    select page.*, v.definition from (select ${columns}, s.version from ${enquiriesOf(schoolId)} and s.id = ${id}) page
    join form_versions v on v.school_id = ${schoolId} and v.slug = page.slug and v.version = page.version`)
  return rows[0]
}

/** Counts what waits in each queue. */
export async function countEnquiryQueues(
  tx: Tx,
  at: EnquiryAt,
  filter?: EnquiryFilter,
): Promise<Record<EnquiryQueue, number>> {
  const each = enquiryQueues.map(
    (queue) => sql`count(*) filter (where ${inQueue(queue, at)})::int as ${sql.identifier(queue)}`,
  )
  const { rows } = await tx.execute<Record<EnquiryQueue, number>>(
    sql`select ${sql.join(each, sql`, `)} from ${enquiriesOf(at.schoolId)} and ${filter ? narrowed(filter) : sql`true`}`,
  )
  const [counts] = rows
  if (!counts) throw new Error('a count without a row')
  return counts
}
