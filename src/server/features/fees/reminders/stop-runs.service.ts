import { and, eq, lt } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { feeReminderRuns } from './fee-reminder.table.ts'

/** Stops runs that began before an instant: a restored server does not know whom they have reached. Staff may go on with them. */
export async function stopReminderRuns(tx: Tx, schoolId: string, before: Instant): Promise<void> {
  await tx
    .update(feeReminderRuns)
    .set({ state: 'stopped' })
    .where(
      and(
        eq(feeReminderRuns.schoolId, schoolId),
        eq(feeReminderRuns.state, 'running'),
        lt(feeReminderRuns.startedAt, before),
      ),
    )
}
