import { asc, eq, and, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { feePayers } from '../setup/fee-payer.table.ts'

export type Payer = typeof feePayers.$inferSelect

/**
 * Locks a payer until the transaction ends, so that what they owe and pay changes one after another: nothing is allocated twice.
 * Taken after the lock of a student and before numbers. @throws AppError request.not-found
 */
export async function lockPayer(tx: Tx, schoolId: string, payerId: string): Promise<Payer> {
  const [payer] = await lockPayers(tx, schoolId, [payerId])
  if (!payer) throw new AppError('request.not-found', { field: 'payerId' })
  return payer
}

/** Locks payers in the order of their ids, so that two transactions never wait for each other. */
export const lockPayers = (tx: Tx, schoolId: string, payerIds: readonly string[]): Promise<Payer[]> =>
  tx
    .select()
    .from(feePayers)
    .where(and(eq(feePayers.schoolId, schoolId), inArray(feePayers.id, [...payerIds])))
    .orderBy(asc(feePayers.id))
    .for('update')
