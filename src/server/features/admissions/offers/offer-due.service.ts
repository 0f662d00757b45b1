import { and, asc, eq, gt, inArray, isNull, lt, lte, type SQL } from 'drizzle-orm'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isAnswerable } from '#shared/admissions/offers/offer-state.rules.ts'
import { fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import { offers } from './offer.table.ts'
import { type Child, emailSigners, recordNotice } from './offer-mail.service.ts'
import { type Offer, signedAt, wholeOffer } from './offer-read.service.ts'

/** For what a clock looks at offers. */
export type Due = 'expiry' | 'deposit' | 'reminder'

interface When {
  now: string
  /** The school's own day. */
  today: string
  /** Answers counted until so long after the last day. */
  graceMs: number
  reminderHours: readonly number[]
}

/** Offers of which something may be due, by their ids; each is judged again under its student's lock. */
export function dueOffers(
  tx: Tx,
  { schoolId, due, after }: { schoolId: string; due: Due; after: string | undefined },
  when: When,
  limit: number,
): Promise<{ id: string; studentId: string }[]> {
  const isRunning = and(inArray(offers.state, ['sent', 'viewed']), isNull(offers.pausedAt))
  const nowMs = fromInstant(when.now)
  const conditions: Record<Due, SQL | undefined> = {
    expiry: and(isRunning, lte(offers.expiresAt, toInstant(nowMs - when.graceMs))),
    deposit: and(eq(offers.state, 'accepted'), isNull(offers.pausedAt), lt(offers.depositDueOn, when.today)),
    reminder: and(
      isRunning,
      gt(offers.expiresAt, when.now),
      lte(offers.expiresAt, toInstant(nowMs + Math.max(0, ...when.reminderHours) * hourMs)),
    ),
  }
  return tx
    .select({ id: offers.id, studentId: offers.studentId })
    .from(offers)
    .where(and(eq(offers.schoolId, schoolId), conditions[due], after === undefined ? undefined : gt(offers.id, after)))
    .orderBy(asc(offers.id))
    .limit(limit)
}

/**
 * Reminds anyone who has not signed yet, once for each time that the school has set. Of several that are due at once, since no
 * server ran, one is sent; one that was due before the offer was sent is none.
 */
export async function remind(
  tx: Tx,
  by: { mail: MailCtx; nowMs: number },
  child: Child,
  { offer, reminderHours }: { offer: Offer; reminderHours: readonly number[] },
): Promise<boolean> {
  const { state, pausedAt, expiresAt, sentAt } = offer
  const leftMs = fromInstant(expiresAt) - by.nowMs
  if (!isAnswerable(state) || pausedAt !== null || sentAt === null || leftMs <= 0) return false
  const wholeMs = fromInstant(expiresAt) - fromInstant(sentAt)
  const due = reminderHours.filter((hours) => leftMs <= hours * hourMs && hours * hourMs < wholeMs)
  if (due.length === 0) return false
  const nearest = Math.min(...due)
  for (const hours of due.filter((each) => each !== nearest)) await recordNotice(tx, by, offer, `reminder ${hours}`)
  const { answers } = await wholeOffer(tx, offer)
  const to = ({ id }: { id: string }) => signedAt(id, answers) === null
  return emailSigners(tx, by, child, offer, { notice: `reminder ${nearest}`, template: 'offer-reminder', to })
}
