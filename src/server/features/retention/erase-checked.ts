import { lockStudentOrErased } from '#server/features/admissions/file/student-row.service.ts'
import { readRules } from '#server/features/admissions/rules/admission-rules.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { businessDay, fromInstant } from '#shared/kernel/time.ts'
import { type ErasureCause, erasesOn } from '#shared/retention/retention.rules.ts'
import { type Eraser, erase } from './erase.ts'
import { blockerOf } from './retention.service.ts'

interface Params {
  cause: ErasureCause
  /** Reference by which the user names the file; undefined for the clock. */
  reference: string | undefined
}

/**
 * Erases a file if allowed now; an erased one is unchanged. Checked under the file's lock, so that of two at once one erases.
 * @returns whether it was erased now
 * @throws AppError request.not-found, request.invalid, student.no-such-move, student.erase-early, student.erase-held,
 * student.erase-owed
 */
export async function eraseJudged(
  tx: Tx,
  by: Eraser,
  studentId: string,
  { cause, reference }: Params,
): Promise<boolean> {
  const { schoolId, timeZone } = by.mail.school
  const student = await lockStudentOrErased(tx, schoolId, studentId)
  if (student.erasedAt !== null) return false
  if (student.status !== 'rejected') throw new AppError('student.no-such-move')
  if (reference !== undefined && reference !== student.reference)
    throw new AppError('request.invalid', { field: 'reference' })
  const hindrance = await blockerOf(tx, { schoolId, timeZone, nowMs: by.nowMs }, studentId)
  if (hindrance) throw new AppError(hindrance)
  if (cause === 'time-over') {
    const { keepClosedMonths } = (await readRules(tx, schoolId)).rules
    // An ended hold does not move the day: the file may be erased at once.
    const day = erasesOn(businessDay(fromInstant(student.statusSince), timeZone, 0), keepClosedMonths, null)
    if (day === null || day > businessDay(by.nowMs, timeZone, 0)) throw new AppError('student.erase-early')
  }
  await erase(tx, by, student, cause)
  return true
}
