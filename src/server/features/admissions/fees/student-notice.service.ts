import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { readSchoolDays } from '#server/features/school/school.service.ts'
import { colleague, type Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { refusalNoticeOf } from '#shared/admissions/offers/regulator-packs.ts'
import type { NoticeFiled } from '#shared/admissions/student-change.contract.ts'
import type { studentData } from '#shared/admissions/student-file.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { subjectRows } from '#shared/forms/form-subjects.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import { workingDayAfter } from '#shared/school/school-days.rules.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import type { Actor, StaffActor } from '../transitions/actor.service.ts'
import { studentNotices } from './student-fee.table.ts'

/** Values of the default form for a child with a learning plan, or being assessed for one. */
const states: readonly unknown[] = ['plan', 'assessing']

/** Returns whether an application states support needs of one of its children, from 0; false for a form that asks differently. */
export function hasSupportNeeds(form: FormDefinition, answers: Answers, place: number): boolean {
  const row = subjectRows(form, answers)[place]?.row
  return states.includes(row?.['support_state'] ?? answers['support_state'])
}

type Row = typeof studentNotices.$inferSelect

/** Returns the notices to the regulator about a child, the latest first. */
export const refusalNotices = (tx: Tx, schoolId: string, studentId: string): Promise<Row[]> =>
  tx
    .select()
    .from(studentNotices)
    .where(and(eq(studentNotices.schoolId, schoolId), eq(studentNotices.studentId, studentId)))
    .orderBy(desc(studentNotices.openedAt))

/** Opens a notice, with its due day, where the regulator requires one for refusing a child with support needs. */
export async function openNotice(
  tx: Tx,
  by: Actor,
  closed: Student,
  { changeId, reason }: { changeId: string; reason: string | null },
): Promise<void> {
  const { schoolId, id: studentId, outcome, entryYear } = closed
  if (outcome !== 'refused-by-school' && outcome !== 'offer-rescinded') return
  const { rules } = await readRules(tx, schoolId)
  const asked = refusalNoticeOf(rules.regulator, entryYear ?? Number(by.today.slice(0, 4)))
  if (!asked || !(reason === 'support-needs' || (await needsSupport(tx, closed)))) return
  const dueOn = workingDayAfter(
    by.today,
    asked.workingDays,
    asked.weekend,
    (await readSchoolDays(tx, schoolId)).holidays,
  )
  await tx.insert(studentNotices).values({ schoolId, id: changeId, studentId, dueOn, openedAt: toInstant(by.nowMs) })
}

async function needsSupport(tx: Tx, { schoolId, submissionId, place }: Student): Promise<boolean> {
  const form = submissionId === null ? undefined : await findSubmission(tx, schoolId, submissionId)
  return form !== undefined && hasSupportNeeds(form.definition, form.row.answers, place ?? 0)
}

/** Condition on notices: the last of a child, since a refusal that was reversed needs no notice. */
const isLast = sql`not exists (select 1 from ${studentNotices} later where later.school_id = ${studentNotices.schoolId} and later.student_id = ${studentNotices.studentId} and later.opened_at > ${studentNotices.openedAt})`

/** Selects the ids of students with an open notice, for `in (…)`; none for staff who may not see the reason. */
export const noticesOpen = (schoolId: string, seesSensitive: boolean): SQL =>
  sql`select ${studentNotices.studentId} from ${studentNotices} where ${studentNotices.schoolId} = ${schoolId} and ${studentNotices.filedOn} is null and ${isLast} and ${seesSensitive}`

/** Returns the due days of open notices, by student id. */
export async function noticeDays(tx: Tx, schoolId: string, studentIds: readonly string[]): Promise<Map<string, Day>> {
  if (studentIds.length === 0) return new Map()
  const rows = await tx
    .select({ studentId: studentNotices.studentId, dueOn: studentNotices.dueOn })
    .from(studentNotices)
    .where(
      and(
        eq(studentNotices.schoolId, schoolId),
        inArray(studentNotices.studentId, [...studentIds]),
        isNull(studentNotices.filedOn),
        isLast,
      ),
    )
  return new Map(rows.map(({ studentId, dueOn }) => [studentId, dueOn]))
}

type View = Pick<z.input<typeof studentData.reply>, 'notice'>

/** Returns the notice about the current refusal; null for staff who may not see the reason. */
export async function noticeView(tx: Tx, student: Student, seesSensitive: boolean): Promise<View> {
  if (!seesSensitive || student.status !== 'rejected') return { notice: null }
  const [last] = await refusalNotices(tx, student.schoolId, student.id)
  if (!last) return { notice: null }
  const { id, dueOn, filedOn, number, byUser, at } = last
  const staff = await findPeople(tx, student.schoolId, byUser ? [byUser] : [])
  const isFiled = filedOn !== null && byUser !== null && at !== null
  const filed = isFiled ? { on: filedOn, number: number ?? '', by: colleague(byUser, staff), at } : null
  return { notice: { id, dueOn, filed } }
}

/** Records, or corrects, when and under which number a notice was filed. @throws AppError request.not-found, request.invalid */
export async function fileNotice(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { noticeId, on, number }: NoticeFiled,
): Promise<Student> {
  const { schoolId, id: studentId } = student
  const notice = (await refusalNotices(tx, schoolId, studentId)).find(({ id }) => id === noticeId)
  if (!notice) throw new AppError('request.not-found', { field: 'change.noticeId' })
  if (on > by.today) throw new AppError('request.invalid', { field: 'change.on' })
  await tx
    .update(studentNotices)
    .set({ filedOn: on, number, byUser: by.userId, at: toInstant(by.nowMs) })
    .where(and(eq(studentNotices.schoolId, schoolId), eq(studentNotices.id, noticeId)))
  await recordAuditEvent(tx, by.mail, 'refusal-notice-filed', { about: studentId, by: by.userId, facts: {} })
  return updateStudent(tx, student, {})
}
