import { and, eq } from 'drizzle-orm'
import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type ChecklistItem, checklistOf, isAllSettled } from '#shared/documents/document-checklist.rules.ts'
import { stateOn } from '#shared/documents/document-state.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import { documentStandings, documents } from './document.table.ts'
import { lastSchoolCountry } from './document-form.rules.ts'
import { typesOf } from './document-type.service.ts'

/** What a student's checklist is made from. This room knows students by this alone. */
export interface OfStudent {
  id: string
  schoolId: string
  grade: string | null
  nationality: string | null
  submissionId: string | null
}

export type StandingRow = typeof documentStandings.$inferSelect

/** What is asked of this student and how it stands, with the rows behind it by type. */
export async function checklistFor(
  tx: Tx,
  { id, schoolId, grade, nationality, submissionId }: OfStudent,
  today: Day,
): Promise<{ items: ChecklistItem[]; rows: ReadonlyMap<string, StandingRow> }> {
  const { types } = await typesOf(tx, schoolId)
  const { currency } = await readSchool(tx, schoolId)
  const application = submissionId === null ? undefined : await findSubmission(tx, schoolId, submissionId)
  const lastSchool = application ? lastSchoolCountry(application.row.answers) : null
  const found = await tx
    .select()
    .from(documentStandings)
    .where(and(eq(documentStandings.schoolId, schoolId), eq(documentStandings.studentId, id)))
  const rows = new Map(found.map((row) => [row.type, row]))
  const facts = { grade, nationality, lastSchool, home: homeCountry(currency) }
  return { items: checklistOf(facts, types, rows, today), rows }
}

/** Whether nothing stands open that is asked of this student. */
export const documentsSettled = async (tx: Tx, student: OfStudent, today: Day): Promise<boolean> =>
  isAllSettled((await checklistFor(tx, student, today)).items)

/** The documents of a student that were approved and are good on this day, and since when. */
export async function approvedDocuments(
  tx: Tx,
  schoolId: string,
  studentId: string,
  today: Day,
): Promise<StandingRow[]> {
  const rows = await tx
    .select()
    .from(documentStandings)
    .where(and(eq(documentStandings.schoolId, schoolId), eq(documentStandings.studentId, studentId)))
  return rows.filter((row) => stateOn(row, today) === 'approved')
}

/** The files of one type that were announced for a student, or of all types. */
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
