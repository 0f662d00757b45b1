import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { missingAppointment } from '../appointments/booking.service.ts'
import { scoringHindrance } from '../scoring/scoring.service.ts'

/**
 * What stands against offering a seat by what the school scores for the student's grade and year; nothing where it scores
 * nothing. Who has an offer was judged before the first one: what a school asks of others later holds up no new version of it.
 */
export async function criteriaHindrance(tx: Tx, student: Student): Promise<MessageId | undefined> {
  if (student.status === 'offer-out') return undefined
  const { hindrance, set } = await scoringHindrance(tx, student)
  if (hindrance || !set) return hindrance
  const missing = await missingAppointment(tx, student.schoolId, student.id, set.body.appointments)
  return missing ? 'student.appointment-open' : undefined
}
