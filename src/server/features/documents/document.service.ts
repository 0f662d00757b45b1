import { and, eq } from 'drizzle-orm'
import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type ChecklistItem, checklistOf, isAllSettled } from '#shared/documents/document-checklist.rules.ts'
import { stateOn } from '#shared/documents/document-state.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import { documentStatuses, documents } from './document.table.ts'
import { lastSchoolCountry } from './document-form.rules.ts'
import { typesOf } from './document-type.service.ts'

/** Student data for a checklist: all that this domain knows of students. */
export interface OfStudent {
  id: string
  schoolId: string
  grade: string | null
  nationality: string | null
  submissionId: string | null
}

export type DocumentStatusRow = typeof documentStatuses.$inferSelect

/** Returns what is required of this student with its status, and the rows behind it by type. */
export async function checklistFor(
  tx: Tx,
  { id, schoolId, grade, nationality, submissionId }: OfStudent,
  today: Day,
): Promise<{ items: ChecklistItem[]; rows: ReadonlyMap<string, DocumentStatusRow> }> {
  const { types } = await typesOf(tx, schoolId)
  const { currency } = await readSchool(tx, schoolId)
  const application = submissionId === null ? undefined : await findSubmission(tx, schoolId, submissionId)
  const lastSchool = application ? lastSchoolCountry(application.row.answers) : null
  const found = await tx
    .select()
    .from(documentStatuses)
    .where(and(eq(documentStatuses.schoolId, schoolId), eq(documentStatuses.studentId, id)))
  const rows = new Map(found.map((row) => [row.type, row]))
  const facts = { grade, nationality, lastSchool, home: homeCountry(currency) }
  return { items: checklistOf(facts, types, rows, today), rows }
}

/** Returns whether nothing required of this student is open. */
export const documentsSettled = async (tx: Tx, student: OfStudent, today: Day): Promise<boolean> =>
  isAllSettled((await checklistFor(tx, student, today)).items)

/** Returns a student's documents that are approved and valid on this day, and since when. */
export async function approvedDocuments(
  tx: Tx,
  schoolId: string,
  studentId: string,
  today: Day,
): Promise<DocumentStatusRow[]> {
  const rows = await tx
    .select()
    .from(documentStatuses)
    .where(and(eq(documentStatuses.schoolId, schoolId), eq(documentStatuses.studentId, studentId)))
  return rows.filter((row) => stateOn(row, today) === 'approved')
}

/** Returns the announced files of a student, of one type or all. */
export const documentsAt = (tx: Tx, schoolId: string, studentId: string, type?: string) =>
  tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.schoolId, schoolId),
        eq(documents.studentId, studentId),
        type === undefined ? undefined : eq(documents.type, type),
      ),
    )
