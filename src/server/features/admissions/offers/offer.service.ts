import { and, eq, inArray, max } from 'drizzle-orm'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { OfferRequest } from '#shared/admissions/offers/offer.contract.ts'
import { canBecome, type OfferState, resumedExpiry } from '#shared/admissions/offers/offer-state.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { businessDay, dayAfter, dayMs, endOfDay, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { offerSigners, offers } from './offer.table.ts'
import { type Child, emailSigners } from './offer-mail.service.ts'
import { activeOffer, type Offer } from './offer-read.service.ts'

/** Who changes an offer, and what emails about it need. */
export interface OfferBy {
  mail: MailCtx
  nowMs: number
  /** Null for a family or the clock. */
  userId: UserId | null
}

/**
 * Drafts an offer, which holds no seat and is visible to staff only.
 * @throws AppError offer.last-day, request.invalid
 */
export async function draftOffer(
  tx: Tx,
  by: OfferBy,
  { id, studentId, asked }: { id: string; studentId: string; asked: OfferRequest },
): Promise<void> {
  const { school, deps, origin } = by.mail
  const { schoolId, timeZone, currency } = school
  if (asked.expiresOn < businessDay(by.nowMs, timeZone, 0)) throw new AppError('offer.last-day', { field: 'expiresOn' })
  if (asked.terms.currency !== currency) throw new AppError('request.invalid', { field: 'change.offer.terms.currency' })
  const newId = () => uuidv7(by.nowMs, deps.random)
  const [last] = await tx
    .select({ version: max(offers.version) })
    .from(offers)
    .where(and(eq(offers.schoolId, schoolId), eq(offers.studentId, studentId)))
  await tx.insert(offers).values({
    schoolId,
    id,
    studentId,
    version: (last?.version ?? 0) + 1,
    state: 'draft',
    terms: asked.terms,
    expiresAt: toInstant(endOfDay(asked.expiresOn, timeZone)),
    madeAt: toInstant(by.nowMs),
    madeBy: by.userId,
    origin,
  })
  const signers = asked.signers.map((signer, position) => ({ schoolId, id: newId(), offerId: id, position, ...signer }))
  await tx.insert(offerSigners).values(signers)
}

/** Sends a draft: emails a link to every signer, and supersedes the version before. @throws AppError offer.last-day */
export async function sendOffer(tx: Tx, by: OfferBy, child: Child, draft: Offer): Promise<void> {
  if (fromInstant(draft.expiresAt) <= by.nowMs) throw new AppError('offer.last-day', { field: 'expiresOn' })
  const before = await activeOffer(tx, draft.schoolId, draft.studentId)
  if (before) await setState(tx, by, before, 'superseded')
  const approved = await setState(tx, by, draft, 'approved')
  const sent = await setState(tx, by, approved, 'sent', { sentAt: toInstant(by.nowMs) })
  await emailSigners(tx, by, child, sent, { notice: 'sent', template: before ? 'offer-new' : 'offer-link' })
}

/** Marks an offer as accepted by the family, which starts the term of its deposit. */
export async function acceptOffer(tx: Tx, by: OfferBy, child: Child, offer: Offer): Promise<void> {
  const { deposit } = offer.terms
  const today = businessDay(by.nowMs, by.mail.school.timeZone, 0)
  const accepted = await setState(tx, by, offer, 'accepted', {
    acceptedAt: toInstant(by.nowMs),
    depositDueOn: deposit && dayAfter(today, deposit.dueDays),
  })
  await emailSigners(tx, by, child, accepted, { notice: 'accepted', template: 'offer-accepted' })
}

const notifiesOfEnd = {
  declined: 'offer-declined',
  expired: 'offer-expired',
  rescinded: 'offer-withdrawn',
} as const

/** Ends an offer: from now on its links say that it is over, and nothing about the child. */
export async function endOffer(
  tx: Tx,
  by: OfferBy,
  child: Child,
  { offer, to }: { offer: Offer; to: keyof typeof notifiesOfEnd },
): Promise<void> {
  const over = await setState(tx, by, offer, to)
  await emailSigners(tx, by, child, over, { notice: to, template: notifiesOfEnd[to] })
}

/** Pauses the terms of an offer while its student is on hold. */
export async function pauseOffer(tx: Tx, by: OfferBy, offer: Offer): Promise<void> {
  if (offer.pausedAt === null) await updateOffer(tx, offer, { pausedAt: toInstant(by.nowMs) })
}

/** Resumes the terms of an offer and of its deposit, later by the time on hold; signers of an open offer get the new last day. */
export async function resumeOffer(tx: Tx, by: OfferBy, child: Child, offer: Offer): Promise<void> {
  if (offer.pausedAt === null) return
  const { expiresAt, pausedAt, depositDueOn, state } = offer
  const pausedMs = fromInstant(pausedAt)
  const expiresMs = resumedExpiry({ expiresMs: fromInstant(expiresAt), graceMs: 0, pausedMs }, by.nowMs)
  const days = Math.ceil(Math.max(0, by.nowMs - pausedMs) / dayMs)
  const resumed = await updateOffer(tx, offer, {
    pausedAt: null,
    expiresAt: toInstant(expiresMs),
    depositDueOn: depositDueOn && dayAfter(depositDueOn, days),
  })
  if (state === 'accepted') return
  await emailSigners(tx, by, child, resumed, { notice: `goes on ${pausedAt}`, template: 'offer-goes-on' })
}

/** Ends drafts that will not be sent: refused, or superseded by another transition. */
export async function endDrafts(
  tx: Tx,
  by: { schoolId: string; nowMs: number },
  offerIds: readonly string[],
  to: 'rescinded' | 'superseded',
): Promise<void> {
  if (offerIds.length === 0) return
  await tx
    .update(offers)
    .set({ state: to, settledAt: toInstant(by.nowMs) })
    .where(and(eq(offers.schoolId, by.schoolId), inArray(offers.id, [...offerIds]), eq(offers.state, 'draft')))
}

const isEnd = (state: OfferState) => state !== 'approved' && state !== 'sent' && state !== 'accepted'

async function setState(tx: Tx, by: OfferBy, offer: Offer, to: OfferState, more: Partial<Offer> = {}): Promise<Offer> {
  if (!canBecome(offer.state, to)) throw new Error(`an offer does not become ${to} from ${offer.state}`)
  return updateOffer(tx, offer, {
    state: to,
    ...(isEnd(to) && { settledAt: toInstant(by.nowMs), pausedAt: null }),
    ...more,
  })
}

async function updateOffer(tx: Tx, { schoolId, id }: Offer, to: Partial<Offer>): Promise<Offer> {
  const [changed] = await tx
    .update(offers)
    .set(to)
    .where(and(eq(offers.schoolId, schoolId), eq(offers.id, id)))
    .returning()
  if (!changed) throw new Error('an offer that was read is not there')
  return changed
}
