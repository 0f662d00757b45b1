import { and, asc, eq, isNull, or } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { consentRequests } from './consent.table.ts'

/** Returns unanswered requests about this submission whose link staff have not ended. */
export const unansweredRequests = (tx: Tx, schoolId: string, submissionId: string): Promise<{ subject: string }[]> =>
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

/** Returns all requests about this student or their application, the earliest first, including answered ones. */
export const requestsForStudent = (
  tx: Tx,
  { schoolId, id, submissionId }: { schoolId: string; id: string; submissionId: string | null },
) => {
  const { studentId, subject, guardian, email, language, answeredAt, revokedAt, expiresAt } = consentRequests
  return tx
    .select({ id: consentRequests.id, studentId, subject, guardian, email, language, answeredAt, revokedAt, expiresAt })
    .from(consentRequests)
    .where(
      and(
        eq(consentRequests.schoolId, schoolId),
        or(eq(studentId, id), submissionId === null ? undefined : eq(consentRequests.submissionId, submissionId)),
      ),
    )
    .orderBy(asc(consentRequests.askedAt), asc(consentRequests.id))
}

export type ConsentAsk = Awaited<ReturnType<typeof requestsForStudent>>[number]
