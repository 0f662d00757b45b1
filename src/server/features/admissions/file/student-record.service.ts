import { findPersons } from '#server/features/forms/people/person.service.ts'
import { oneWith } from '#server/features/forms/people/person-decision.service.ts'
import { sharingContact } from '#server/features/forms/people/person-family.service.ts'
import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import {
  ensureGuardians,
  type GuardianRow,
  guardiansOf,
  guardianView,
} from '#server/features/students/record/guardian.service.ts'
import { sharingGuardian } from '#server/features/students/record/guardian-contact.service.ts'
import { recordRevision } from '#server/features/students/record/record-change.service.ts'
import { findStudentRow, relatedStudents } from '#server/features/students/student-related.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { formStudents } from '#shared/forms/form-students.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Sibling, StudentRecord } from '#shared/students/student-record.contract.ts'
import { formGuardians, type RecordIdentity, recordDifferences } from '#shared/students/student-record.rules.ts'
import { isUntouched } from './create-student.service.ts'

export type StudentFound = NonNullable<Awaited<ReturnType<typeof findStudentRow>>>

/** Returns a student. @throws AppError request.not-found */
export async function requireStudent(tx: Tx, schoolId: string, id: string): Promise<StudentFound> {
  const student = await findStudentRow(tx, schoolId, id)
  if (!student) throw new AppError('request.not-found')
  return student
}

export const identityOf = ({
  nameLatin,
  nameArabic,
  birthDate,
  nationality,
  entryYear,
  grade,
}: RecordIdentity): RecordIdentity => ({ nameLatin, nameArabic, birthDate, nationality, entryYear, grade })

/** Returns the live record of a student, beside the application. @throws AppError request.not-found */
export async function readRecord(tx: Tx, { deps, school }: SessionCtx, id: string): Promise<StudentRecord> {
  const { schoolId } = school
  const student = await requireStudent(tx, schoolId, id)
  const applied = await appliedWith(tx, student)
  const revision = await recordRevision(tx, schoolId, id)
  const of = { schoolId, nowMs: deps.clock.nowMs(), random: deps.random }
  const guardians =
    applied && revision === 0
      ? await ensureGuardians(tx, of, id, applied.guardians)
      : await guardiansOf(tx, schoolId, id)
  return {
    identity: identityOf(student),
    guardians: guardians.map(guardianView),
    revision,
    differences:
      applied && recordDifferences(applied, { identity: identityOf(student), guardians: guardians.map(liveFacts) }),
    siblings: await siblingsOf(tx, student),
    mayErase: await isUntouched(tx, student),
  }
}

const liveFacts = (row: GuardianRow) => ({ ...guardianView(row), place: row.place })

/** Returns the frozen application's data of this child and its guardians. */
async function appliedWith(tx: Tx, { schoolId, submissionId, place }: StudentFound) {
  const found = submissionId === null ? undefined : await findSubmission(tx, schoolId, submissionId)
  const child = found && place !== null && formStudents(found.definition, found.row.answers)[place]
  return child ? { identity: identityOf(child), guardians: formGuardians(found.definition, found.row.answers) } : null
}

/** Returns siblings named by families, and other files of the same child as merged by staff. */
async function siblingsOf(tx: Tx, student: StudentFound): Promise<Sibling[]> {
  const { schoolId, id, personId, submissionId } = student
  const own = personId === null ? [] : (await oneWith(tx, schoolId, personId)).all
  const persons = await findPersons(tx, schoolId, own)
  const applications = [...persons.values()].map((person) => person.submissionId)
  const family = await sharingContact(tx, schoolId, own)
  const submissionIds = [...new Set([...applications, ...(submissionId === null ? [] : [submissionId])])]
  const studentIds = await sharingGuardian(tx, schoolId, id)
  const personIds = [...own, ...family]
  const related = await relatedStudents(tx, { schoolId, not: id, personIds, submissionIds, studentIds })
  return related.map((each) => ({
    student_id: each.id,
    registration_id: each.reference,
    student_name: each.nameLatin,
    student_name_ar: each.nameArabic,
    status: each.status,
    grade: each.grade,
    entryYear: each.entryYear,
    because:
      each.personId !== null && own.includes(each.personId)
        ? 'same-child'
        : each.submissionId !== null && submissionIds.includes(each.submissionId)
          ? 'application'
          : 'contact',
    now: each.status === 'confirmed' ? 'here' : each.status === 'rejected' ? 'closed' : 'applying',
  }))
}
