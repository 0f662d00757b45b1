import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { consentActs, consentDecisions, consentRequests } from './consent.table.ts'

/** Purpose for messages that concern no individual child. */
const newsPurpose = 'news'

/** Returns the last counting decision on news for these addresses (lower case); addresses without one are absent. */
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
