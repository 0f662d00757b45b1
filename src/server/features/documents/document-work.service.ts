import { and, count, countDistinct, eq, min, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Day } from '#shared/kernel/time.ts'
import { documentStatuses as of } from './document.table.ts'
import { isWork as isWorkOf } from './document-queue.service.ts'

interface WorkQuery {
  schoolId: string
  /** Selects ids of the students with open files. */
  among: SQL
  seesSensitive: boolean
  /** Documents valid until this day at most expire soon. */
  until: Day
}

/** Limit of listed students; the counts are complete. */
const named = 50

/** Lists students with documents awaiting review, the longest waiting first. */
export function toReview(tx: Tx, asked: WorkQuery) {
  return workOf(tx, asked, isWorkOf('review', asked.until), sql`min(${of.since})`)
}

/** Lists students with documents, or promises of them, that expire soon or have expired; the earliest first. */
export function expiring(tx: Tx, asked: WorkQuery) {
  const ends = or(isWorkOf('expiring', asked.until), isWorkOf('promised', asked.until))
  return workOf(tx, asked, ends, sql`min(least(${of.expiresOn}, ${of.promisedUntil}))`)
}

/** Selects ids of students with documents awaiting review that the reader may see, for `in (…)`. */
export const studentsToReview = (
  schoolId: string,
  { sees, seesSensitive }: { sees: boolean; seesSensitive: boolean },
): SQL =>
  sql`select ${of.studentId} from ${of} where ${sees} and ${of.schoolId} = ${schoolId} and ${of.state} in ('uploaded', 'in-review') and (${seesSensitive} or not ${of.isSensitive})`

async function workOf(tx: Tx, { schoolId, among, seesSensitive }: WorkQuery, isWork: SQL | undefined, order: SQL) {
  const where = and(
    eq(of.schoolId, schoolId),
    isWork,
    seesSensitive ? undefined : eq(of.isSensitive, false),
    sql`${of.studentId} in (${among})`,
  )
  const [total] = await tx
    .select({ students: countDistinct(of.studentId), documents: count() })
    .from(of)
    .where(where)
  const first = await tx
    .select({
      studentId: of.studentId,
      documents: count(),
      since: min(of.since),
      until: sql<Day | null>`min(least(${of.expiresOn}, ${of.promisedUntil}))::text`,
    })
    .from(of)
    .where(where)
    .groupBy(of.studentId)
    .orderBy(order, of.studentId)
    .limit(named)
  return { students: total?.students ?? 0, documents: total?.documents ?? 0, first }
}
