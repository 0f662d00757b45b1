import { and, asc, eq, isNull, max, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { countByClass, hasPupils } from '#server/features/pos/roster/list-pupils.service.ts'
import { adoptPupils, changeClassOfPupils } from '#server/features/pos/roster/place-pupils.service.ts'
import { lockRoster } from '#server/features/pos/roster/roster.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { givenRows } from '#server/kernel/given-rows.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { byGrade, gradesOf, type NamedGrade } from '#shared/school/grades/grade-names.rules.ts'
import { schoolYearOf } from '#shared/school/school-year.rules.ts'
import type { SchoolClass, saveClass } from '#shared/students/pupils/class.contract.ts'
import { classPromotions, schoolClasses } from './class.table.ts'
import { isNeededForUndo } from './standing-promotion.service.ts'

/**
 * Returns the school year in whose classes pupils are: the next one once they have been promoted, else the latest one up to today's
 * whose classes have pupils; without any, the one of today.
 */
export async function classYear(tx: Tx, schoolId: string, nowMs: number): Promise<number> {
  const { timeZone } = await readSchool(tx, schoolId)
  const [last] = await tx
    .select({ fromYear: max(classPromotions.fromYear) })
    .from(classPromotions)
    .where(and(eq(classPromotions.schoolId, schoolId), isNull(classPromotions.undoneAt)))
  const today = schoolYearOf(businessDay(nowMs, timeZone, 0))
  const { rows } = await tx.execute<{ year: number }>(sql`
    select s.year from school_classes s
    where s.school_id = ${schoolId} and s.year <= ${today} and exists (
      select 1 from customers c where c.school_id = ${schoolId} and c.class_id = s.id and c.active)
    order by s.year desc limit 1`)
  return Math.max(rows[0]?.year ?? today, (last?.fromYear ?? 0) + 1)
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
  const byName = new Map(wanted.map((each) => [`${each.year} ${each.name.en.toLowerCase()}`, each]))
  if (byName.size === 0) return 0
  const rows = [...byName.values()].map((each) => ({ ...each, id: uuidv7(nowMs, random) }))
  const given = givenRows(tx, schoolId, rows)
  const { rows: added } = await tx.execute<{ id: string; year: number; name: Bilingual }>(sql`
    insert into school_classes (school_id, id, year, grade, name, revision)
    select ${given.school}, r.id, r.year, r.grade, r.name, 1
    from ${given.rows} as r(id uuid, year int, grade text, name jsonb)
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

const isClass = (schoolId: string, id: string) => and(eq(schoolClasses.schoolId, schoolId), eq(schoolClasses.id, id))

/** Returns a class. @throws AppError request.not-found */
export async function findClass(tx: Tx, schoolId: string, id: string) {
  const [found] = await tx.select().from(schoolClasses).where(isClass(schoolId, id))
  if (!found) throw new AppError('request.not-found', { field: 'classId' })
  return found
}

/** Returns the ids of the classes of a grade in the current school year. */
export async function classesOfGrade(tx: Tx, schoolId: string, grade: string, nowMs: number): Promise<string[]> {
  const year = await classYear(tx, schoolId, nowMs)
  const rows = await tx
    .select({ id: schoolClasses.id })
    .from(schoolClasses)
    .where(and(eq(schoolClasses.schoolId, schoolId), eq(schoolClasses.year, year), eq(schoolClasses.grade, grade)))
  return rows.map(({ id }) => id)
}

/** Returns the grades of a school in their order, by which its classes are listed and promoted. */
export async function schoolGrades(tx: Tx, schoolId: string): Promise<readonly NamedGrade[]> {
  const { profile } = await readSchool(tx, schoolId)
  return gradesOf(profile.grades)
}

/** Returns the grades whose classes have pupils, of whatever school year. */
export async function gradesWithPupils(tx: Tx, schoolId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ grade: string }>(sql`
    select distinct s.grade from school_classes s
    where s.school_id = ${schoolId} and exists (
      select 1 from customers c where c.school_id = ${schoolId} and c.class_id = s.id and c.active)`)
  return rows.map(({ grade }) => grade)
}

/** Lists the classes of a school year by grade and name, with their pupils counted. */
export async function classesOf(tx: Tx, schoolId: string, year: number): Promise<SchoolClass[]> {
  const rows = await tx
    .select()
    .from(schoolClasses)
    .where(and(eq(schoolClasses.schoolId, schoolId), eq(schoolClasses.year, year)))
    .orderBy(asc(sql`${schoolClasses.name}->>'en'`))
  const counts = await countByClass(
    tx,
    schoolId,
    rows.map(({ id }) => id),
  )
  const inOrder = byGrade(await schoolGrades(tx, schoolId))
  return rows
    .map(({ schoolId: _school, ...row }) => ({ ...row, count: counts.get(row.id) ?? 0 }))
    .toSorted((one, other) => inOrder(one.grade, other.grade))
}

/** Adds or changes a class. @returns its revision @throws AppError class.changed, class.name-taken */
export async function changeClass(
  tx: Tx,
  by: ClassBy,
  { schoolClass: { id, year, grade, name }, seen }: z.output<typeof saveClass.body>,
): Promise<{ revision: number; isNew: boolean }> {
  const { schoolId } = by
  const [known] = await tx.select().from(schoolClasses).where(isClass(schoolId, id)).for('update')
  const isSame = known?.grade === grade && known.name.en === name.en && known.name.ar === name.ar
  if (known && isSame) return { revision: known.revision, isNew: false }
  if ((known?.revision ?? 0) !== seen) throw new AppError('class.changed')
  const [other] = await tx
    .select({ id: schoolClasses.id })
    .from(schoolClasses)
    .where(
      and(
        eq(schoolClasses.schoolId, schoolId),
        eq(schoolClasses.year, known?.year ?? year),
        sql`lower(${schoolClasses.name}->>'en') = lower(${name.en})`,
        ne(schoolClasses.id, id),
      ),
    )
  if (other) throw new AppError('class.name-taken', { field: 'name.en' })
  if (!known) {
    await tx.insert(schoolClasses).values({ schoolId, id, year, grade, name, revision: 1 })
    if (year === (await classYear(tx, schoolId, by.nowMs))) {
      await adoptPupils(tx, schoolId, [{ id, className: name.en }])
      await changeClassOfPupils(tx, schoolId, { id, className: name.en })
    }
    return { revision: 1, isNew: true }
  }
  const revision = known.revision + 1
  await tx.update(schoolClasses).set({ grade, name, revision }).where(isClass(schoolId, id))
  if (known.name.en !== name.en || known.grade !== grade)
    await changeClassOfPupils(tx, schoolId, { id, className: name.en })
  return { revision, isNew: false }
}

/**
 * Removes a class without pupils, unless a promotion that can be undone came from it. @returns it; undefined where there is none
 * @throws AppError class.changed, class.in-use
 */
export async function deleteClass(
  tx: Tx,
  { schoolId, nowMs }: Pick<ClassBy, 'schoolId' | 'nowMs'>,
  { id, seen }: { id: string; seen: number },
) {
  await lockRoster(tx, schoolId)
  const [known] = await tx.select().from(schoolClasses).where(isClass(schoolId, id)).for('update')
  if (!known) return undefined
  if (known.revision !== seen) throw new AppError('class.changed')
  if (await hasPupils(tx, schoolId, id)) throw new AppError('class.in-use')
  if (await isNeededForUndo(tx, schoolId, id, nowMs)) throw new AppError('class.in-use')
  await tx.delete(schoolClasses).where(isClass(schoolId, id))
  return known
}
