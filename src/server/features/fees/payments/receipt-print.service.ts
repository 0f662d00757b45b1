import { and, count, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeStaff } from '../ledger/fee-actor.ts'
import { feePayments, feeReceiptPrints } from './fee-payment.table.ts'
import { lockPayer } from './lock-payer.service.ts'

/** Returns how often each of these receipts was printed; none for one that never was. */
export async function printCounts(
  tx: Tx,
  schoolId: string,
  payments: readonly { id: string }[],
): Promise<ReadonlyMap<string, number>> {
  if (payments.length === 0) return new Map()
  const ids = payments.map(({ id }) => id)
  const rows = await tx
    .select({ id: feeReceiptPrints.paymentId, prints: count() })
    .from(feeReceiptPrints)
    .where(and(eq(feeReceiptPrints.schoolId, schoolId), inArray(feeReceiptPrints.paymentId, ids)))
    .groupBy(feeReceiptPrints.paymentId)
  return new Map(rows.map(({ id, prints }) => [id, prints]))
}

/** Keeps prints of a receipt, each once. @returns how many there are now @throws AppError request.not-found */
export async function notePrints(
  tx: Tx,
  { schoolId, userId: byUser, nowMs }: FeeStaff,
  { paymentId, printIds }: { paymentId: string; printIds: readonly string[] },
): Promise<number> {
  const [payment] = await tx
    .select({ payerId: feePayments.payerId })
    .from(feePayments)
    .where(and(eq(feePayments.schoolId, schoolId), eq(feePayments.id, paymentId)))
  if (!payment) throw new AppError('request.not-found', { field: 'paymentId' })
  // Two desks that print at once get two numbers.
  await lockPayer(tx, schoolId, payment.payerId)
  const rows = printIds.map((id) => ({ schoolId, paymentId, id, byUser, at: toInstant(nowMs) }))
  await tx.insert(feeReceiptPrints).values(rows).onConflictDoNothing()
  return (await printCounts(tx, schoolId, [{ id: paymentId }])).get(paymentId) ?? 0
}
