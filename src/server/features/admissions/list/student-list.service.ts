import { and, asc, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { StudentFilter, studentSorts } from '#shared/admissions/student.contract.ts'
import { type StudentStatus, studentStatuses } from '#shared/students/student-status.rules.ts'
import { matchingText } from './student-search.service.ts'

export type StudentSort = (typeof studentSorts)[number]

/** Sort columns of a list, then id; each has an index that begins with the school. */
const orders: Record<
  StudentSort,
  { by: PgColumn | SQL; type: string; isFalling?: true; of: (row: Student) => string }
> = {
  newest: { by: students.appliedAt, type: 'timestamptz', isFalling: true, of: (row) => row.appliedAt },
  oldest: { by: students.appliedAt, type: 'timestamptz', of: (row) => row.appliedAt },
  name: { by: students.sortName, type: 'text', of: (row) => row.sortName },
  'waiting-longest': { by: students.statusSince, type: 'timestamptz', of: (row) => row.statusSince },
  due: {
    by: sql`coalesce(${students.nextActionOn}, '9999-12-31'::date)`,
    type: 'date',
    of: (row) => row.nextActionOn ?? '9999-12-31',
  },
}

/** Last entry of a page, after which the next begins. */
export interface PageKey {
  key: string
  id: string
}
export const pageKeyOf = (sort: StudentSort, row: Student): PageKey => ({ key: orders[sort].of(row), id: row.id })

/** Returns one page in this order, and one more entry where there is one. */
export function findStudents(
  tx: Tx,
  of: { schoolId: string; filter: StudentFilter; sort: StudentSort; after: PageKey | undefined; limit: number },
): Promise<Student[]> {
  const { by, type, isFalling } = orders[of.sort]
  const compare = sql.raw(isFalling ? '<' : '>')
  const isBeyond =
    of.after && sql`(${by}, ${students.id}) ${compare} (${of.after.key}::${sql.raw(type)}, ${of.after.id}::uuid)`
  return tx
    .select()
    .from(students)
    .where(and(matchingStudents(of.schoolId, of.filter), isBeyond))
    .orderBy(inOrder(of.sort))
    .limit(of.limit + 1)
}

/** Returns the condition of a filter in this school. */
export const matchingStudents = (schoolId: string, filter: StudentFilter): SQL | undefined =>
  and(eq(students.schoolId, schoolId), withStatus(filter), ...narrowed(filter))

/** Returns the order of a list, for `order by …`. */
export function inOrder(sort: StudentSort): SQL {
  const { by, isFalling } = orders[sort]
  const order = isFalling ? desc : asc
  return sql.join([order(by), order(students.id)], sql`, `)
}

/** Counts each status under the filter without its own choice of statuses. */
export async function countByStatus(
  tx: Tx,
  schoolId: string,
  filter: StudentFilter,
): Promise<Record<StudentStatus, number>> {
  const rows = await tx
    .select({ status: students.status, count: sql<number>`count(*)::int` })
    .from(students)
    .where(and(eq(students.schoolId, schoolId), ...narrowed(filter)))
    .groupBy(students.status)
  const found = new Map(rows.map(({ status, count }) => [status, count]))
  return Object.fromEntries(studentStatuses.map((each) => [each, found.get(each) ?? 0])) as Record<
    StudentStatus,
    number
  >
}

const withStatus = ({ status }: StudentFilter) => anyOf(students.status, status)

/** Empty lists match nothing; an absent list restricts nothing. */
const anyOf = <C extends PgColumn>(column: C, values: readonly C['_']['data'][] | undefined) =>
  values && inArray(column, [...values])

function narrowed(filter: StudentFilter): (SQL | undefined)[] {
  return [
    anyOf(students.grade, filter.grade),
    anyOf(students.entryYear, filter.entryYear),
    anyOf(students.nationality, filter.nationality),
    anyOf(students.source, filter.source),
    filter.owner === 'none' ? isNull(students.ownerId) : filter.owner && eq(students.ownerId, filter.owner),
    filter.dueBy === undefined ? undefined : lte(students.nextActionOn, filter.dueBy),
    filter.text === undefined ? undefined : matchingText(filter.text),
  ]
}

interface Known {
  grade: string[]
  entryYear: number[]
  nationality: string[]
  source: string[]
}

/** Returns the values for a filter's lists: all that this school's students have, grades in ascending order. */
export async function knownValues(tx: Tx, schoolId: string): Promise<Known> {
  const { rows } = await tx.execute<{
    grade: string | null
    year: number | null
    nationality: string | null
    source: string | null
  }>(sql`
    select grade, entry_year as year, nationality, source from students where school_id = ${schoolId}
    group by grouping sets ((grade), (entry_year), (nationality), (source))`)
  const texts = (of: 'grade' | 'nationality' | 'source') => rows.flatMap((row) => row[of] ?? []).toSorted()
  return {
    grade: texts('grade').toSorted((a, b) => gradeRank(a) - gradeRank(b)),
    entryYear: rows.flatMap(({ year }) => year ?? []).toSorted((a, b) => a - b),
    nationality: texts('nationality'),
    source: texts('source'),
  }
}

/** Numeric grades sort after others, by number. */
const gradeRank = (grade: string): number => (/^\d+$/.test(grade) ? Number(grade) : 0)
