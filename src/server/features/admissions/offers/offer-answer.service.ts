import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { offerAnswers, offerDeposits } from './offer.table.ts'

/** Keeps an answer for ever. */
export async function keepAnswer(tx: Tx, answer: typeof offerAnswers.$inferInsert): Promise<void> {
  await tx.insert(offerAnswers).values(answer)
}

/** Writes down money that came. @throws AppError offer.receipt-known */
export async function keepDeposit(tx: Tx, deposit: typeof offerDeposits.$inferInsert): Promise<void> {
  const kept = await tx.insert(offerDeposits).values(deposit).onConflictDoNothing().returning({ id: offerDeposits.id })
  if (kept.length === 0) throw new AppError('offer.receipt-known', { field: 'receipt' })
}
