import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { publishedDefinitions } from '#server/features/forms/form.service.ts'
import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { ageRulesOf } from '#server/features/school/school-grades.service.ts'
import { colleague, type Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { studentData } from '#shared/admissions/student-file.contract.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import { type GradeQuestion, type GradeRule, lastGradeByAge, suggestGrade } from '#shared/school/grade.rules.ts'
import { updateStudent } from '../file/student-row.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { studentAgeOverrides } from './student-age-override.table.ts'

/** Values of an age message: "3 on 30 Sep 2030, and KG1 asks for 4". */
interface AgeCheck {
  kind: 'too-young' | 'too-old'
  /** Whole years on the cut-off day. */
  age: number
  /** Required age of the grade. */
  ageAsked: number
  cutOff: Day
  rule: string
  source: GradeRule['source']
}

/**
 * Returns the age problem of a child in this grade, by its age on the cut-off day of its entry year; null without a problem,
 * without a known rule, or for a grade that children enter from another school by what they completed there.
 */
export function checkAge(
  { grade, ...question }: GradeQuestion & { grade: string },
  rules: readonly GradeRule[],
): AgeCheck | null {
  const found = suggestGrade(question, rules)
  if (found.kind === 'no-rule' || found.kind === 'unknown-birth-date') return null
  const { age, cutOff, rule, source } = found
  const asked = rules.find(({ id }) => id === rule)?.grades.find((each) => each.grade === grade)
  if (!asked || asked.age > lastGradeByAge || asked.age === age) return null
  return { kind: age < asked.age ? 'too-young' : 'too-old', age, ageAsked: asked.age, cutOff, rule, source }
}

/** Student fields that decide on the age. */
type CheckedAge = Pick<Student, 'schoolId' | 'submissionId' | 'birthDate' | 'grade' | 'entryYear'>

/** Returns the age rules: the school's own, else those of the family's form version, else of the form in use. */
async function agesFor(
  tx: Tx,
  { schoolId, submissionId }: Pick<Student, 'schoolId' | 'submissionId'>,
): Promise<FormDefinition['ages']> {
  const own = await ageRulesOf(tx, schoolId)
  if (own) return own
  const found = submissionId === null ? undefined : await findSubmission(tx, schoolId, submissionId)
  if (found?.definition.ages) return found.definition.ages
  const forms = await publishedDefinitions(tx, schoolId, 'admission')
  return forms.find(({ ages }) => ages)?.ages
}

/** Returns the rule by which a child is too young or too old for its placement. */
export async function findingFor(tx: Tx, student: CheckedAge): Promise<AgeCheck | null> {
  const { birthDate, grade, entryYear } = student
  if (birthDate === null || grade === null || entryYear === null) return null
  const ages = await agesFor(tx, student)
  if (!ages) return null
  const { country, intake, rules } = ages
  return checkAge({ birthDate, grade, entryYear, country, intake }, rules)
}

/** Returns the override; one for another birth date, grade or year does not count. */
async function overrideOf(tx: Tx, { schoolId, id, birthDate, grade, entryYear }: Student) {
  if (birthDate === null || grade === null || entryYear === null) return undefined
  const of = studentAgeOverrides
  const [row] = await tx
    .select()
    .from(of)
    .where(
      and(
        eq(of.schoolId, schoolId),
        eq(of.studentId, id),
        eq(of.birthDate, birthDate),
        eq(of.grade, grade),
        eq(of.entryYear, entryYear),
      ),
    )
    .orderBy(desc(of.at))
    .limit(1)
  return row
}

/** Returns the age blocker of a child, if any. */
export async function ageBlocker(tx: Tx, student: Student): Promise<MessageId | undefined> {
  if (student.birthDate === null || student.grade === null || student.entryYear === null) return 'student.age-unknown'
  if ((await findingFor(tx, student)) === null) return undefined
  return (await overrideOf(tx, student)) ? undefined : 'student.age-rule'
}

type View = Pick<z.input<typeof studentData.reply>, 'age'>

/** Returns the rule by which a child is too young or too old, and the override; null when neither applies. */
export async function ageView(tx: Tx, student: Student): Promise<View> {
  const finding = await findingFor(tx, student)
  if (!finding) return { age: null }
  const override = await overrideOf(tx, student)
  const staff = await findPeople(tx, student.schoolId, override ? [override.byUser] : [])
  const { kind, age, ageAsked, cutOff } = finding
  const said = override && { by: colleague(override.byUser, staff), at: override.at, reason: override.reason }
  return { age: { kind, age, ageAsked, cutOff, source: finding.source, override: said ?? null } }
}

/**
 * Takes a child of this birthday into this grade and year all the same, with the reason why.
 * @throws AppError request.invalid (nothing stands against the age)
 */
export async function overrideAge(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { commandId, reason }: { commandId: string; reason: string },
): Promise<Student> {
  const { schoolId, id: studentId, birthDate, grade, entryYear } = student
  const isNeeded = (await findingFor(tx, student)) !== null
  if (!isNeeded || birthDate === null || grade === null || entryYear === null)
    throw new AppError('request.invalid', { field: 'change' })
  const { userId: byUser, nowMs } = by
  const of = { schoolId, id: commandId, studentId, birthDate, grade, entryYear }
  await tx.insert(studentAgeOverrides).values({ ...of, reason, byUser, at: toInstant(nowMs) })
  await recordAuditEvent(tx, by.mail, 'age-overridden', { about: studentId, by: byUser, facts: { grade, entryYear } })
  return updateStudent(tx, student, {})
}
