import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { studentNoteStrikes, studentNotes } from './student-record.table.ts'

type NewNote = typeof studentNotes.$inferInsert

export interface NoteRow {
  note: typeof studentNotes.$inferSelect
  strike: typeof studentNoteStrikes.$inferSelect | null
}

const itsStrike = and(
  eq(studentNoteStrikes.schoolId, studentNotes.schoolId),
  eq(studentNoteStrikes.noteId, studentNotes.id),
)

/** Returns notes about a student, the newest first, with deletions. */
export const notesOf = (tx: Tx, schoolId: string, studentId: string): Promise<NoteRow[]> =>
  tx
    .select({ note: studentNotes, strike: studentNoteStrikes })
    .from(studentNotes)
    .leftJoin(studentNoteStrikes, itsStrike)
    .where(and(eq(studentNotes.schoolId, schoolId), eq(studentNotes.studentId, studentId)))
    .orderBy(desc(studentNotes.at), desc(studentNotes.id))

/** Stores a note, once. @throws AppError request.invalid when its id belongs to another */
export async function keepNote(tx: Tx, note: NewNote): Promise<void> {
  const kept = await tx.insert(studentNotes).values(note).onConflictDoNothing().returning({ id: studentNotes.id })
  if (kept.length > 0) return
  const [there] = await tx
    .select()
    .from(studentNotes)
    .where(and(eq(studentNotes.schoolId, note.schoolId), eq(studentNotes.id, note.id)))
  const isSame = there?.studentId === note.studentId && there.way === note.way && there.text === note.text
  if (!isSame) throw new AppError('request.invalid', { field: 'noteId' })
}

/** Strikes out a note of this student; the first person counts. @throws AppError request.not-found */
export async function addStrike(
  tx: Tx,
  {
    studentId,
    ...strike
  }: { schoolId: string; studentId: string; noteId: string; byUser: UserId; reason: string; at: Instant },
): Promise<void> {
  const [note] = await tx
    .select({ id: studentNotes.id })
    .from(studentNotes)
    .where(
      and(
        eq(studentNotes.schoolId, strike.schoolId),
        eq(studentNotes.id, strike.noteId),
        eq(studentNotes.studentId, studentId),
      ),
    )
  if (!note) throw new AppError('request.not-found', { field: 'noteId' })
  await tx.insert(studentNoteStrikes).values(strike).onConflictDoNothing()
}

/** Selects ids of students whose families staff have contacted, for `in (…)`. */
export const contactedStudents = (schoolId: string): SQL =>
  sql`select ${studentNotes.studentId} from ${studentNotes} where ${studentNotes.schoolId} = ${schoolId} and ${studentNotes.way} in ('call', 'meeting', 'message') and not exists (select 1 from ${studentNoteStrikes} where ${studentNoteStrikes.schoolId} = ${studentNotes.schoolId} and ${studentNoteStrikes.noteId} = ${studentNotes.id})`
