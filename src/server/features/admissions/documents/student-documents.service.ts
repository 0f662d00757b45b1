import type { z } from 'zod'
import { checklistFor } from '#server/features/documents/document.service.ts'
import { filesAndActions } from '#server/features/documents/document-file-list.service.ts'
import { linksOf } from '#server/features/documents/document-link.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { type StudentFacts, studentFacts } from '#server/features/students/student-facts.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { DocumentItem, studentDocuments } from '#shared/documents/document.contract.ts'
import { isAllSettled } from '#shared/documents/document-checklist.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { businessDay, type Day } from '#shared/kernel/time.ts'
import { contactOf } from '../file/student-contact.service.ts'
import { lockStudent } from '../file/student-row.service.ts'
import { actorRolesIn, canSeeType } from './document-desk.policy.ts'
import { documentItem, linkView } from './document-desk.view.ts'

/** Returns a student. @throws AppError request.not-found */
export async function findStudent(tx: Tx, schoolId: string, id: string): Promise<StudentFacts> {
  const [student] = await studentFacts(tx, schoolId, [id])
  if (!student) throw new AppError('request.not-found')
  return student
}

/** Returns a student for adding to the file. @throws AppError request.not-found, student.erased */
export async function openStudent(tx: Tx, schoolId: string, id: string): Promise<StudentFacts> {
  await lockStudent(tx, schoolId, id)
  return findStudent(tx, schoolId, id)
}

/** Returns the school's own day. */
export const todayOf = ({ deps, school }: Pick<SessionCtx, 'deps' | 'school'>): Day =>
  businessDay(deps.clock.nowMs(), school.timeZone, 0)

/** Returns a student's checklist as this person may see it. */
export async function itemViews(
  tx: Tx,
  ctx: SessionCtx,
  student: StudentFacts,
): Promise<{ items: z.input<typeof DocumentItem>[]; isSettled: boolean }> {
  const { schoolId } = ctx.school
  const { items, rows } = await checklistFor(tx, student, todayOf(ctx))
  const { files, actions } = await filesAndActions(tx, schoolId, student.id)
  const staff = await findPeople(
    tx,
    schoolId,
    [...actions, ...files.map(({ document }) => document)].flatMap(({ byUser }) => byUser ?? []),
  )
  const movers = actorRolesIn(ctx.session)
  const sees = ({ type }: (typeof items)[number]) => canSeeType(ctx.session, type)
  const around = { rows, files, actions, staff, reference: student.reference, movers, sees }
  return { items: items.map((item) => documentItem(item, around)), isSettled: isAllSettled(items) }
}

/** Returns everything about a student's documents. @throws AppError request.not-found */
export async function readDocuments(
  tx: Tx,
  ctx: SessionCtx,
  studentId: string,
): Promise<z.input<typeof studentDocuments.reply>> {
  const { schoolId } = ctx.school
  const student = await findStudent(tx, schoolId, studentId)
  const links = await linksOf(tx, schoolId, studentId)
  const nowMs = ctx.deps.clock.nowMs()
  return {
    student: {
      student_id: student.id,
      registration_id: student.reference,
      student_name: student.nameLatin,
      student_name_ar: student.nameArabic,
      language: student.language,
    },
    ...(await itemViews(tx, ctx, student)),
    links: links.map((link) => linkView(link, nowMs)),
    contact: await contactOf(tx, student),
  }
}
