import { and, asc, eq, isNull, or } from 'drizzle-orm'
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

/** Everybody who was asked about this student or about their application, the earliest first, also who has answered. */
export const asksAbout = (
  tx: Tx,
  { schoolId, id, submissionId }: { schoolId: string; id: string; submissionId: string | null },
) => {
  const { studentId, subject, guardian, email, language, answeredAt, revokedAt } = consentRequests
  return tx
    .select({ id: consentRequests.id, studentId, subject, guardian, email, language, answeredAt, revokedAt })
    .from(consentRequests)
    .where(
      and(
        eq(consentRequests.schoolId, schoolId),
        or(eq(studentId, id), submissionId === null ? undefined : eq(consentRequests.submissionId, submissionId)),
      ),
    )
    .orderBy(asc(consentRequests.askedAt), asc(consentRequests.id))
}

export type Ask = Awaited<ReturnType<typeof asksAbout>>[number]
