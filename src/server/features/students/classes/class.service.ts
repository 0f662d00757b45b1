import { and, eq, isNull, max, sql } from 'drizzle-orm'
import { adoptPupils } from '#server/features/pos/roster/place-pupils.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows } from '#server/kernel/sql-lists.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { schoolYearOf } from '#shared/school/school-year.rules.ts'
import { classPromotions, schoolClasses } from './class.table.ts'

/** Returns the school year in whose classes pupils are: the one of today, or the next one once they have been promoted. */
export async function classYear(tx: Tx, schoolId: string, nowMs: number): Promise<number> {
  const { timeZone } = await readSchool(tx, schoolId)
  const [last] = await tx
    .select({ fromYear: max(classPromotions.fromYear) })
    .from(classPromotions)
    .where(and(eq(classPromotions.schoolId, schoolId), isNull(classPromotions.undoneAt)))
  return Math.max(schoolYearOf(businessDay(nowMs, timeZone, 0)), (last?.fromYear ?? 0) + 1)
}

interface NewClass {
  year: number
  grade: string
  name: Bilingual
}

interface ClassBy {
  schoolId: string
  nowMs: number
  random: Random
}

/**
 * Adds those of the classes that the school has not, by year and English name; pupils whose class was only a name until now are
 * in them. @returns how many were added
 */
export async function addClasses(tx: Tx, by: ClassBy, wanted: readonly NewClass[]): Promise<number> {
  const { schoolId, nowMs, random } = by
  const byName = new Map(wanted.map((each) => [`${each.year} ${foldText(each.name.en)}`, each]))
  if (byName.size === 0) return 0
  const rows = [...byName.values()].map((each) => ({ ...each, id: uuidv7(nowMs, random) }))
  const { rows: added } = await tx.execute<{ id: string; year: number; name: Bilingual }>(sql`
    insert into school_classes (school_id, id, year, grade, name, revision)
    select ${schoolId}::uuid, r.id, r.year, r.grade, r.name, 1
    from jsonb_to_recordset(${jsonRows(rows)}) as r(id uuid, year int, grade text, name jsonb)
    on conflict do nothing returning id, year, name`)
  const current = await classYear(tx, schoolId, nowMs)
  const adopting = added.filter(({ year }) => year === current)
  await adoptPupils(
    tx,
    schoolId,
    adopting.map(({ id, name }) => ({ id, className: name.en })),
  )
  return added.length
}

export const isClass = (schoolId: string, id: string) =>
  and(eq(schoolClasses.schoolId, schoolId), eq(schoolClasses.id, id))
