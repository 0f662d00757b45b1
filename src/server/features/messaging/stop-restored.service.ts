import { and, eq, lt } from 'drizzle-orm'
import { wordInMail } from '#server/features/mail/mail.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { studentMessages } from './message.table.ts'

/** Stops messages that were due before an instant: a restored server does not know whether they have left. Staff may send them. */
export async function stopMessagesDue(tx: Tx, schoolId: string, before: Instant): Promise<void> {
  const { language } = await readSchool(tx, schoolId)
  await tx
    .update(studentMessages)
    .set({ state: 'stopped', settledAt: before, reason: wordInMail(language, 'restored') })
    .where(
      and(
        eq(studentMessages.schoolId, schoolId),
        eq(studentMessages.state, 'waiting'),
        lt(studentMessages.dueAt, before),
      ),
    )
}
