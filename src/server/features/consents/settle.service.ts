import { and, eq, isNull } from 'drizzle-orm'
import { endLetters } from '#server/features/letters/issue/issue-letter.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentAnswer } from '#shared/consents/consent.contract.ts'
import type { Random, UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { consentActs, consentDecisions, consentRequests } from './consent.table.ts'
import type { ConsentEffect } from './consent-effect.service.ts'
import { subjectOf } from './consent-paper.ts'

type Request = typeof consentRequests.$inferSelect

/** Stores one decision with its answers. */
export async function addAct(
  tx: Tx,
  act: typeof consentActs.$inferInsert,
  answers: readonly ConsentAnswer[],
): Promise<void> {
  await tx.insert(consentActs).values(act)
  const ofAct = { schoolId: act.schoolId, actId: act.id }
  await tx.insert(consentDecisions).values(answers.map((answer) => ({ ...ofAct, ...answer })))
}

/** Locks the request, so that two decisions of one guardian are serialised. */
export async function lockRequest(tx: Tx, schoolId: string, id: string): Promise<Request | undefined> {
  const [request] = await tx
    .select()
    .from(consentRequests)
    .where(and(eq(consentRequests.schoolId, schoolId), eq(consentRequests.id, id)))
    .for('update')
  return request
}

interface By {
  nowMs: number
  random: Random
  mail: MailCtx
  /** Null for a guardian by their own link. */
  userId: UserId | null
  effects: readonly ConsentEffect[]
}

/** Applies counting answers, by link or on paper; the effects run last, in order. */
export async function settle(tx: Tx, by: By, request: Request, counted: readonly ConsentAnswer[]): Promise<void> {
  if (counted.length === 0) return
  const { nowMs, random, mail, userId, effects } = by
  const { schoolId, id, customerId } = request
  // After the first answer the link does not expire: withdrawing must always be possible.
  await tx
    .update(consentRequests)
    .set({ answeredAt: toInstant(nowMs), expiresAt: null })
    .where(and(eq(consentRequests.schoolId, schoolId), eq(consentRequests.id, id), isNull(consentRequests.answeredAt)))
  // Letters issued about earlier decisions no longer show the current status.
  await endLetters(tx, { mail, nowMs, userId }, subjectOf(request), 'superseded')
  for (const effect of effects) await effect(tx, { schoolId, customerId, answers: counted, nowMs, random, mail })
}
