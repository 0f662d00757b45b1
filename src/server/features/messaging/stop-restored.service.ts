import { and, eq, lt } from 'drizzle-orm'
import { wordInMail } from '#server/features/mail/mail.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { bulkMessages } from './bulk/bulk-message.table.ts'
import { studentMessages } from './message.table.ts'

/**
 * Stops messages that were due before an instant, and messages to many that had begun: a restored server does not know whether they
 * have left. Staff may send them.
 */
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
  await tx
    .update(bulkMessages)
    .set({ state: 'stopped' })
    .where(
      and(eq(bulkMessages.schoolId, schoolId), eq(bulkMessages.state, 'running'), lt(bulkMessages.startedAt, before)),
    )
}
