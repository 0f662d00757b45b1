import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Day } from '#shared/kernel/time.ts'
import { holdingOn } from '#shared/consents/consent.rules.ts'
import { consentActs, consentDecisions, consentRequests } from './consent.table.ts'
import { renewalsOf } from './wording.service.ts'

/** Purpose for messages that concern no individual child. */
const newsPurpose = 'news'

/**
 * Returns the last counting decision on news for these addresses (lower case); addresses without one, or whose agreement has lapsed,
 * are absent. @param today the school's own day
 */
export async function newsAnswers(
  tx: Tx,
  schoolId: string,
  addresses: readonly string[],
  today: Day,
): Promise<Map<string, boolean>> {
  if (addresses.length === 0) return new Map()
  const address = sql<string>`lower(trim(${consentRequests.email}))`
  const rows = await tx
    .select({ address, agrees: consentDecisions.agrees, version: consentDecisions.version })
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
  const renewals = await renewalsOf(tx, schoolId)
  const latest = [...new Map(rows.map((row) => [row.address, { ...row, purpose: newsPurpose }])).values()]
  return new Map(holdingOn(latest, renewals, today).map(({ address: key, agrees }) => [key, agrees]))
}
