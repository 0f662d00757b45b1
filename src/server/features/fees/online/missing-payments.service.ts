import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { textList } from '#server/kernel/sql-values.ts'
import type { IntentRow } from './intent-row.service.ts'
import { feeIntents } from './online.table.ts'

interface UnsettledOf {
  gateway?: IntentRow['gateway']
  /** Paid until then. */
  until?: string
  /** Named by one of these references of a file. */
  references?: readonly string[]
}

/** Payments that were booked and are in no settlement. */
const isUnsettled = (schoolId: string, { gateway, until, references }: UnsettledOf) =>
  and(
    eq(feeIntents.schoolId, schoolId),
    gateway === undefined ? undefined : eq(feeIntents.gateway, gateway),
    eq(feeIntents.state, 'paid'),
    // Top-ups of pupils' accounts are no money of fees.
    isNull(feeIntents.customerId),
    sql`not exists (select from fee_settlement_lines l where l.school_id = ${feeIntents.schoolId} and l.intent_id = ${feeIntents.id})`,
    until === undefined ? undefined : lte(feeIntents.paidAt, until),
    references === undefined
      ? undefined
      : or(
          sql`${feeIntents.id}::text = any(${textList(references)})`,
          sql`${feeIntents.gatewayRef} = any(${textList(references)})`,
          sql`${feeIntents.transaction} = any(${textList(references)})`,
        ),
  )

/** Most payments that are listed as missing in settlements. */
const mostMissing = 200

/** Returns payments that were booked and are in no settlement, the earliest first: all that a file names, else 200 at most. */
export const unsettled = (tx: Tx, schoolId: string, of: UnsettledOf): Promise<IntentRow[]> => {
  const found = tx
    .select()
    .from(feeIntents)
    .where(isUnsettled(schoolId, of))
    .orderBy(asc(feeIntents.paidAt), asc(feeIntents.id))
  return of.references === undefined ? found.limit(mostMissing) : found
}

/** Returns the earliest payments that were booked and are in no settlement, with how many there are. */
export async function missingPayments(
  tx: Tx,
  schoolId: string,
  of: Pick<UnsettledOf, 'gateway' | 'until'> = {},
): Promise<{ rows: IntentRow[]; count: number }> {
  return { rows: await unsettled(tx, schoolId, of), count: await tx.$count(feeIntents, isUnsettled(schoolId, of)) }
}
