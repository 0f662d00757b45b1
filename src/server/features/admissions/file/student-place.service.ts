import { and, eq, inArray, ne } from 'drizzle-orm'
import { oneWith } from '#server/features/forms/people/person-decision.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import type { Place } from '#shared/students/seat.contract.ts'
import type { Child } from '../offers/offer-mail.service.ts'
import { liveHolds, seatHindrance } from '../seats/seat.service.ts'

/** Where the child is to go. @throws AppError student.place-open */
export function placeOf({ campus, entryYear, grade, stream }: Student): Place {
  if (entryYear === null || grade === null) throw new AppError('student.place-open')
  return { campus, entryYear, grade, stream }
}

/** What a letter calls the child; where only one script is known, by that, and without any by the reference. */
export const childNames = ({ nameLatin, nameArabic, reference }: Student): Child => ({
  en: nameLatin ?? nameArabic ?? reference,
  ar: nameArabic ?? nameLatin ?? reference,
})

/** The child, whatever the number of its files: the person that stands for it, else the file itself. */
export const childIdOf = async (tx: Tx, { schoolId, personId, id }: Student): Promise<string> =>
  personId === null ? id : (await oneWith(tx, schoolId, personId)).root

/** What stands against offering a seat: another seat of the same child, or none that is free. */
export async function offerHindrance(tx: Tx, student: Student): Promise<MessageId | undefined> {
  if (student.entryYear === null || student.grade === null) return 'student.place-open'
  const others = await otherFiles(tx, student)
  const holds = await liveHolds(tx, student.schoolId, [...others, student.id])
  const isSame = (id: string) => {
    const hold = holds.get(id)
    return hold?.entryYear === student.entryYear && hold.campus === student.campus
  }
  if (others.some(isSame)) return 'student.other-offer'
  // Who is offered anew has a seat already.
  return holds.has(student.id) ? undefined : seatHindrance(tx, student.schoolId, placeOf(student))
}

/** Every file of the same child, this one first. */
export const filesOfChild = async (tx: Tx, student: Student): Promise<string[]> => [
  student.id,
  ...(await otherFiles(tx, student)),
]

/** The other files of the same child. */
async function otherFiles(tx: Tx, { schoolId, id, personId }: Student): Promise<string[]> {
  if (personId === null) return []
  const { all } = await oneWith(tx, schoolId, personId)
  const rows = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.schoolId, schoolId), inArray(students.personId, all), ne(students.id, id)))
  return rows.map((row) => row.id)
}
