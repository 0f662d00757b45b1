import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { offerAnswers } from './offer.table.ts'

type Answer = typeof offerAnswers.$inferSelect

/** Returns the answer this command gave, where it was received before. */
export async function findAnswer(tx: Tx, schoolId: string, id: string): Promise<Answer | undefined> {
  const [answer] = await tx
    .select()
    .from(offerAnswers)
    .where(and(eq(offerAnswers.schoolId, schoolId), eq(offerAnswers.id, id)))
  return answer
}

/** Records an answer. @throws AppError request.invalid when the same id came for another offer at this very moment */
export async function keepAnswer(tx: Tx, answer: typeof offerAnswers.$inferInsert): Promise<void> {
  const kept = await tx.insert(offerAnswers).values(answer).onConflictDoNothing().returning({ id: offerAnswers.id })
  if (kept.length === 0) throw new AppError('request.invalid', { field: 'commandId' })
}
