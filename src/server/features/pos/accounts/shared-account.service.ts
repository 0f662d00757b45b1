import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { pupilAccounts } from './customer.table.ts'

type PupilAccount = typeof pupilAccounts.$inferSelect

/** Returns whether it was opened for a file, this one or another, and not in use before. */
export async function isOpenedForFile(tx: Tx, schoolId: string, customerId: CustomerId): Promise<boolean> {
  const [opened] = await tx
    .select({ studentId: pupilAccounts.studentId })
    .from(pupilAccounts)
    .where(
      and(
        eq(pupilAccounts.schoolId, schoolId),
        eq(pupilAccounts.customerId, customerId),
        eq(pupilAccounts.isOurs, true),
      ),
    )
    .limit(1)
  return opened !== undefined
}

/**
 * Closes the account link of other files that still wait for settlement: this file continues with the account and its money, so
 * there is nothing to settle, and it is not closed when spent.
 */
export const continueAccount = (
  tx: Tx,
  { schoolId, nowMs }: { schoolId: string; nowMs: number },
  { studentId, customerId }: Pick<PupilAccount, 'studentId' | 'customerId'>,
): Promise<unknown> =>
  tx
    .update(pupilAccounts)
    .set({ state: 'closed', closedAt: toInstant(nowMs) })
    .where(
      and(
        eq(pupilAccounts.schoolId, schoolId),
        eq(pupilAccounts.customerId, customerId),
        eq(pupilAccounts.state, 'closing'),
        ne(pupilAccounts.studentId, studentId),
      ),
    )

/** Returns whether another student's place uses this account, or its money still waits. */
export async function isSharedAccount(tx: Tx, { schoolId, studentId, customerId }: PupilAccount): Promise<boolean> {
  const [other] = await tx
    .select({ studentId: pupilAccounts.studentId })
    .from(pupilAccounts)
    .where(
      and(
        eq(pupilAccounts.schoolId, schoolId),
        eq(pupilAccounts.customerId, customerId),
        ne(pupilAccounts.state, 'closed'),
        ne(pupilAccounts.studentId, studentId),
      ),
    )
    .limit(1)
  return other !== undefined
}
