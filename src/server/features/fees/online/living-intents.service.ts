import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import { feeIntents } from './online.table.ts'

type IntentRow = typeof feeIntents.$inferSelect

/** States in which a link may still be paid. */
const living = ['new', 'open'] as const

/** Whether the time to pay a link is over. */
export const isExpired = ({ expiresAt }: Pick<IntentRow, 'expiresAt'>, nowMs: number): boolean =>
  nowMs >= fromInstant(expiresAt)

/** Returns the links of a payer that may still be paid, locked after the payer. */
export const livingIntents = (tx: Tx, schoolId: string, payerId: string): Promise<IntentRow[]> =>
  tx
    .select()
    .from(feeIntents)
    .where(
      and(eq(feeIntents.schoolId, schoolId), eq(feeIntents.payerId, payerId), inArray(feeIntents.state, [...living])),
    )
    .for('update')

/** Returns the top-ups of an account that may still be paid. */
export async function livingTopUps(
  tx: Tx,
  schoolId: string,
  customerId: CustomerId,
  nowMs: number,
): Promise<IntentRow[]> {
  const rows = await tx
    .select()
    .from(feeIntents)
    .where(
      and(
        eq(feeIntents.schoolId, schoolId),
        eq(feeIntents.payerId, customerId),
        eq(feeIntents.customerId, customerId),
        inArray(feeIntents.state, [...living]),
      ),
    )
  return rows.filter((row) => !isExpired(row, nowMs))
}

/**
 * Ends the links of a payer for items of which less is owed now: a payment, a credit note or a write-off came. Money that still comes
 * by one of them is booked. The caller holds the payer's lock.
 */
export async function endLinksFor(
  tx: Tx,
  schoolId: string,
  { payerId, chargeIds }: { payerId: string; chargeIds: readonly string[] },
): Promise<void> {
  for (const { id, items } of await livingIntents(tx, schoolId, payerId))
    if (items.some(({ chargeId }) => chargeIds.includes(chargeId)))
      await tx
        .update(feeIntents)
        .set({ state: 'replaced' })
        .where(and(eq(feeIntents.schoolId, schoolId), eq(feeIntents.id, id)))
}
