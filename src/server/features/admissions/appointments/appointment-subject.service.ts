import { sql } from 'drizzle-orm'
import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import {
  type StudentStatusFacts,
  studentFacts,
  studentStatus,
} from '#server/features/students/student-facts.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { enquiryFacts } from '../enquiries/enquiry-facts.ts'
import { lockStudent } from '../file/student-row.service.ts'

/**
 * Whom an appointment is with: a child with a file, or a family that has only enquired. An enquiry has the facts of a new file, under
 * the name of who wrote it.
 */
export type AppointmentSubject = StudentStatusFacts & { isEnquiry: boolean }

async function enquirySubject(tx: Tx, schoolId: string, id: string): Promise<AppointmentSubject | undefined> {
  const found = await findSubmission(tx, schoolId, id)
  if (found?.row.purpose !== 'enquiry' || Object.keys(found.row.answers).length === 0) return undefined
  const { reference, language, answers } = found.row
  const { contact, children } = enquiryFacts(found.definition, answers)
  const [child] = children
  const isArabic = /\p{Script=Arabic}/u.test(contact)
  return {
    id,
    schoolId,
    reference,
    nameLatin: isArabic ? null : contact,
    nameArabic: isArabic ? contact : null,
    nationality: null,
    grade: child?.grade ?? null,
    entryYear: child?.entryYear ?? null,
    language,
    submissionId: id,
    status: 'new',
    heldFrom: null,
    campus: '',
    isEnquiry: true,
  }
}

/** Returns whom an appointment is with. @throws AppError request.not-found */
export async function appointmentSubject(tx: Tx, schoolId: string, id: string): Promise<AppointmentSubject> {
  const [student] = await studentFacts(tx, schoolId, [id])
  if (student) return { ...(await studentStatus(tx, schoolId, id)), isEnquiry: false }
  const enquiry = await enquirySubject(tx, schoolId, id)
  if (!enquiry) throw new AppError('request.not-found')
  return enquiry
}

/** Locks whom an appointment is with, until the transaction ends. @throws AppError request.not-found, student.erased */
export async function lockAppointmentSubject(tx: Tx, schoolId: string, id: string): Promise<AppointmentSubject> {
  const { rows } = await tx.execute(
    sql`select 1 from submissions where school_id = ${schoolId} and id = ${id} and purpose = 'enquiry' for update`,
  )
  if (rows.length === 0) await lockStudent(tx, schoolId, id)
  return appointmentSubject(tx, schoolId, id)
}

/** Returns those of these ids that are enquiries, by id: the others are students, or gone. */
export async function enquirySubjects(
  tx: Tx,
  schoolId: string,
  ids: readonly string[],
): Promise<Map<string, AppointmentSubject>> {
  const found = new Map<string, AppointmentSubject>()
  for (const id of new Set(ids)) {
    const subject = await enquirySubject(tx, schoolId, id)
    if (subject) found.set(id, subject)
  }
  return found
}
