import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { Day } from '#shared/kernel/time.ts'

/** Where a child is in a school year. */
export interface Placement {
  studentId: string
  /** Of its class in that year, else of an entry in that year; null where it is in neither. */
  grade: string | null
  /** School's own codes; empty where it has only one. */
  campus: string
  stream: string
  /** Whether it joins the school in that year. */
  isNew: boolean
  birthDate: Day | null
  /** First calendar year of the school year of its entry. */
  entryYear: number | null
  nationality: string | null
  /** Last day at the school; null while there is none. */
  leftOn: Day | null
  /** Whether it is at the school or on its way there: an active pupil, or an open file that holds a seat. */
  isEnrolled: boolean
}

/** Returns where children are in a school year, by their files; erased files are left out. @param year first calendar year */
export async function placementsOf(
  tx: Tx,
  schoolId: string,
  studentIds: readonly string[],
  year: number,
): Promise<Map<string, Placement>> {
  if (studentIds.length === 0) return new Map()
  const { rows } = await tx.execute<Placement & Record<string, unknown>>(sql`
    select s.id as "studentId",
      case when k.year = ${year}::int then k.grade when s.entry_year = ${year}::int then s.grade end as grade,
      s.campus, s.stream, s.entry_year is not distinct from ${year}::int as "isNew",
      coalesce(s.birth_date, c.birth_date)::text as "birthDate", s.entry_year as "entryYear", s.nationality,
      c.left_on::text as "leftOn",
      case when c.id is null then s.status in ('accepted', 'booked', 'confirmed') else c.active end as "isEnrolled"
    from students s
    left join pupil_accounts a on a.school_id = s.school_id and a.student_id = s.id
    left join customers c on c.school_id = a.school_id and c.id = a.customer_id
    left join school_classes k on k.school_id = c.school_id and k.id = c.class_id
    where s.school_id = ${schoolId} and s.id = any(${uuidList(studentIds)}) and s.erased_at is null`)
  return new Map(rows.map((row) => [row.studentId, row]))
}
