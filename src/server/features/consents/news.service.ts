import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { consentActs, consentDecisions, consentRequests } from './consent.table.ts'

/** The purpose under which a school may write what is no child's own business. */
const newsPurpose = 'news'

/** What these addresses (in small letters) decided last about news, of what counts; who never decided is not there. */
export async function newsAnswers(
  tx: Tx,
  schoolId: string,
  addresses: readonly string[],
): Promise<Map<string, boolean>> {
  if (addresses.length === 0) return new Map()
  const address = sql<string>`lower(trim(${consentRequests.email}))`
  const rows = await tx
    .select({ address, agrees: consentDecisions.agrees })
    .from(consentDecisions)
    .innerJoin(
      consentActs,
      and(eq(consentActs.schoolId, consentDecisions.schoolId), eq(consentActs.id, consentDecisions.actId)),
    )
    .innerJoin(
      consentRequests,
      and(eq(consentRequests.schoolId, consentActs.schoolId), eq(consentRequests.id, consentActs.requestId)),
    )
    .where(
      and(
        eq(consentDecisions.schoolId, schoolId),
        eq(consentDecisions.purpose, newsPurpose),
        eq(consentActs.counts, true),
        inArray(address, [...addresses]),
      ),
    )
    .orderBy(asc(consentActs.decidedAt), asc(consentActs.receivedAt), asc(consentActs.id))
  // The latest wins.
  return new Map(rows.map(({ address: key, agrees }) => [key, agrees]))
}
