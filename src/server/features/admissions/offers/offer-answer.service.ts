import type { Tx } from '#server/kernel/db.ts'
import { offerAnswers } from './offer-outcome.table.ts'

/** Records an answer. */
export async function saveAnswer(tx: Tx, answer: typeof offerAnswers.$inferInsert): Promise<void> {
  await tx.insert(offerAnswers).values(answer)
}
