import type { MailCtx } from '#server/features/mail/mail.service.ts'
import { notifyFamily } from './appointment-mail.service.ts'
import { appointmentSubject } from './appointment-subject.service.ts'
import { dueReminders, recordReminder } from './booking-outcome.service.ts'
import { readerOf, subjectOf } from './student-appointments.service.ts'

/** Batch size of a look-up. */
const batch = 100

/**
 * Reminds families of tomorrow's appointment, each once, also with several servers at work. Each in a transaction of its own.
 * @returns how many were reminded
 */
export async function remindOfAppointments(mail: MailCtx, isStopping: () => boolean): Promise<number> {
  const { deps, school } = mail
  const { schoolId } = school
  const nowMs = deps.clock.nowMs()
  let told = 0
  for (;;) {
    const due = await deps.db.tenant(schoolId, (tx) => dueReminders(tx, schoolId, nowMs, batch))
    for (const { booking, slot } of due) {
      if (isStopping()) return told
      const isTold = await deps.db.tenant(schoolId, async (tx) => {
        if (!(await recordReminder(tx, booking, nowMs))) return false
        const student = await appointmentSubject(tx, schoolId, booking.studentId)
        const subject = subjectOf(student, booking.language)
        const guardian = await readerOf(tx, student, booking)
        const { studentId, bookedBy: by } = booking
        await notifyFamily(tx, mail, booking, slot, {
          template: 'appointment-reminder',
          studentId,
          subject,
          guardian,
          by,
        })
        return true
      })
      if (isTold) told += 1
    }
    if (due.length < batch) return told
  }
}
