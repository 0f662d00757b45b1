import { and, eq, isNotNull } from 'drizzle-orm'
import { typesOf } from '#server/features/documents/document-type.service.ts'
import { currentForms } from '#server/features/forms/start-forms.service.ts'
import { gradesWithPupils } from '#server/features/students/classes/class.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { gradeChoices } from '#shared/forms/form-students.rules.ts'
import type { GradeUse } from '#shared/school/settings/grade-settings.contract.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { scoringSets } from '../scoring/scoring.table.ts'
import { seatCategories } from '../seats/seat.table.ts'

/** Returns the grades that are in use, by code, each with where: none of them can be deleted. */
export async function gradeUses(tx: Tx, schoolId: string): Promise<Map<string, GradeUse[]>> {
  const uses = new Map<string, GradeUse[]>()
  const add = (by: GradeUse, codes: Iterable<string>) => {
    for (const code of new Set(codes)) uses.set(code, [...(uses.get(code) ?? []), by])
  }
  add('students', await ofStudents(tx, schoolId))
  add('classes', await gradesWithPupils(tx, schoolId))
  add('seats', await ofSeats(tx, schoolId))
  add('scoring', await ofScoring(tx, schoolId))
  add('forms', Object.values(await currentForms(tx, schoolId)).flatMap(gradeChoices))
  const { version, types } = await typesOf(tx, schoolId)
  // The ready list names grades of every school; only a list of the school's own keeps one.
  const asked = version === 0 ? [] : types.flatMap((type) => type.asked)
  add(
    'documents',
    asked.flatMap(({ grades = [], fromGrade }) => [...grades, ...(fromGrade ? [fromGrade] : [])]),
  )
  const { rules } = await readRules(tx, schoolId)
  add(
    'rules',
    rules.formsFirst.flatMap(({ grades }) => grades),
  )
  return uses
}

async function ofStudents(tx: Tx, schoolId: string): Promise<string[]> {
  const { grade } = students
  const found = await tx
    .selectDistinct({ grade })
    .from(students)
    .where(and(eq(students.schoolId, schoolId), isNotNull(grade)))
  return found.flatMap((row) => row.grade ?? [])
}

async function ofSeats(tx: Tx, schoolId: string): Promise<string[]> {
  const { grade } = seatCategories
  const found = await tx.selectDistinct({ grade }).from(seatCategories).where(eq(seatCategories.schoolId, schoolId))
  return found.map((row) => row.grade)
}

async function ofScoring(tx: Tx, schoolId: string): Promise<string[]> {
  const { grade } = scoringSets
  const found = await tx.selectDistinct({ grade }).from(scoringSets).where(eq(scoringSets.schoolId, schoolId))
  return found.map((row) => row.grade)
}
