import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentAnswer } from '#shared/consents/consent.contract.ts'
import { consentActs, consentDecisions } from './consent.table.ts'

export type ActRow = typeof consentActs.$inferSelect

export interface Act extends ActRow {
  answers: ConsentAnswer[]
}

/** Returns all decisions on these requests, the earliest first, including those that do not count. */
export async function actsOf(tx: Tx, schoolId: string, requestIds: readonly string[]): Promise<Act[]> {
  if (requestIds.length === 0) return []
  const rows = await tx
    .select()
    .from(consentActs)
    .where(and(eq(consentActs.schoolId, schoolId), inArray(consentActs.requestId, [...requestIds])))
    .orderBy(asc(consentActs.decidedAt), asc(consentActs.receivedAt), asc(consentActs.id))
  if (rows.length === 0) return []
  const decisions = await tx
    .select()
    .from(consentDecisions)
    .where(
      and(
        eq(consentDecisions.schoolId, schoolId),
        inArray(
          consentDecisions.actId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(consentDecisions.purpose))
  return rows.map((row) => ({
    ...row,
    answers: decisions
      .filter(({ actId }) => actId === row.id)
      .map(({ purpose, version, agrees }) => ({ purpose, version, agrees })),
  }))
}
