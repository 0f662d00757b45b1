import { and, eq, inArray, ne } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { oneWith } from '#server/features/forms/people/person-decision.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import type { Place } from '#shared/students/seat.contract.ts'
import type { Child } from '../offers/offer-mail.service.ts'
import { activeHolds, seatBlocker } from '../seats/seat.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { updateWaitlistPositions, waitlistActor } from '../waiting-list/waitlist.service.ts'
import { updateStudent } from './student-row.service.ts'

/** Returns a child's placement. @throws AppError student.place-open */
export function placeOf({ campus, entryYear, grade, stream }: Student): Place {
  if (entryYear === null || grade === null) throw new AppError('student.place-open')
  return { campus, entryYear, grade, stream }
}

/** Returns the child's names for letters; where only one script is known, that one, and without any the reference. */
export const childNames = ({ nameLatin, nameArabic, reference }: Student): Child => ({
  en: nameLatin ?? nameArabic ?? reference,
  ar: nameArabic ?? nameLatin ?? reference,
})

/** Returns the child's id across all its files: the root of its person, else the file itself. */
export const childIdOf = async (tx: Tx, { schoolId, personId, id }: Student): Promise<string> =>
  personId === null ? id : (await oneWith(tx, schoolId, personId)).root

/** Returns the blocker of offering a seat: another seat of the same child, or none free. */
export async function offerSeatBlocker(tx: Tx, student: Student): Promise<MessageId | undefined> {
  if (student.entryYear === null || student.grade === null) return 'student.place-open'
  const others = await otherFiles(tx, student)
  const holds = await activeHolds(tx, student.schoolId, [...others, student.id])
  const isSame = (id: string) => {
    const hold = holds.get(id)
    return hold?.entryYear === student.entryYear && hold.campus === student.campus
  }
  if (others.some(isSame)) return 'student.other-offer'
  // A child with a superseding offer has a seat already.
  return holds.has(student.id) ? undefined : seatBlocker(tx, student.schoolId, placeOf(student))
}

/** Returns every file of the same child, this one first. */
export const filesOfChild = async (tx: Tx, student: Student): Promise<string[]> => [
  student.id,
  ...(await otherFiles(tx, student)),
]

/** Returns the other files of the same child. */
async function otherFiles(tx: Tx, { schoolId, id, personId }: Student): Promise<string[]> {
  if (personId === null) return []
  const { all } = await oneWith(tx, schoolId, personId)
  const rows = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.schoolId, schoolId), inArray(students.personId, all), ne(students.id, id)))
  return rows.map((row) => row.id)
}

/** @throws AppError student.seat-held */
export async function requireNoSeat(tx: Tx, { schoolId, id }: Student): Promise<void> {
  if ((await activeHolds(tx, schoolId, [id])).has(id)) throw new AppError('student.seat-held')
}

/** Changes where the child is to go; on a waiting list they go on waiting there. @throws AppError student.seat-held */
export async function moveToPlace(tx: Tx, by: StaffActor, student: Student, place: Place): Promise<Student> {
  await requireNoSeat(tx, student)
  const { campus, entryYear, grade, stream } = place
  const moved = await updateStudent(tx, student, { campus, entryYear, grade, stream })
  const facts = { entryYear, grade }
  await recordAuditEvent(tx, by.mail, 'place-changed', { about: student.id, by: by.userId, facts })
  await updateWaitlistPositions(tx, waitlistActor(by), { before: student, after: moved })
  return moved
}
