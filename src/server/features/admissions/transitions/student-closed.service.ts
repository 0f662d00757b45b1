import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { accountsToSettle } from '#server/features/pos/accounts/close-account.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Day } from '#shared/kernel/time.ts'
import { cashUnplaced } from '../fees/student-cash.service.ts'
import { feesOwed } from '../fees/student-fee.service.ts'
import { studentsOwed } from '../offers/settlement.service.ts'

interface ClosedQuery {
  schoolId: string
  timeZone: string
  /** The school's own day. */
  today: Day
  keepMonths: number
  /** Ids of files that are kept all the same, for `in (…)`. */
  held: SQL
}

/** Closed so long ago that their time is over on this day. */
const isOver = ({ schoolId, timeZone, today, keepMonths, held }: ClosedQuery): SQL | undefined =>
  and(
    eq(students.schoolId, schoolId),
    eq(students.status, 'rejected'),
    isNull(students.erasedAt),
    sql`((${students.statusSince} at time zone ${timeZone}::text)::date + make_interval(months => ${keepMonths}::int))::date <= ${today}::date`,
    sql`${students.id} not in (${held})`,
  )

/** Closed files whose time is over, the earliest first. @param after the last of the page before */
export const filesOver = (
  tx: Tx,
  asked: ClosedQuery,
  { after, limit }: { after: { since: string; id: string } | undefined; limit: number },
): Promise<Student[]> =>
  tx
    .select()
    .from(students)
    .where(
      and(
        isOver(asked),
        after && sql`(${students.statusSince}, ${students.id}) > (${after.since}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(students.statusSince), asc(students.id))
    .limit(limit)

export const countOver = (tx: Tx, asked: ClosedQuery): Promise<number> => tx.$count(students, isOver(asked))

/** Those of these students whose families are to have money back: whom to give it to is not forgotten before. */
export async function owedAmong(tx: Tx, schoolId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${students} where school_id = ${schoolId} and id = any(${`{${ids.join(',')}}`}::uuid[])
      and (id in (${feesOwed(schoolId)}) or id in (${studentsOwed(schoolId)})
        or id in (${accountsToSettle(schoolId)}) or id in (${cashUnplaced(schoolId)}))`)
  return new Set(rows.map(({ id }) => id))
}
