import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { consentRequests } from './consent.table.ts'

/** Of this submission, whoever was asked and has not answered, unless staff have ended the link. */
export const unansweredAsks = (tx: Tx, schoolId: string, submissionId: string): Promise<{ subject: string }[]> =>
  tx
    .select({ subject: consentRequests.subject })
    .from(consentRequests)
    .where(
      and(
        eq(consentRequests.schoolId, schoolId),
        eq(consentRequests.submissionId, submissionId),
        isNull(consentRequests.answeredAt),
        isNull(consentRequests.revokedAt),
      ),
    )
