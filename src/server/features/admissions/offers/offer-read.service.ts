import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { LinkKind } from '#server/features/identity/access-links/access-link.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import {
  offerAnswers,
  offerDeposits,
  offerLinks,
  offerNotices,
  offerSettlements,
  offerSigners,
  offers,
} from './offer.table.ts'

export type Offer = typeof offers.$inferSelect
export type Signer = typeof offerSigners.$inferSelect
type Answer = typeof offerAnswers.$inferSelect
type Deposit = typeof offerDeposits.$inferSelect
export type Settlement = typeof offerSettlements.$inferSelect

/** An offer with everything that came of it. */
export interface WholeOffer {
  offer: Offer
  /** In the order in which they were named. */
  signers: Signer[]
  /** The latest first. */
  answers: Answer[]
  /** The earliest first. */
  deposits: Deposit[]
  /** What else became of the deposit, the earliest first. */
  settlements: Settlement[]
  /** When the latest link was mailed to each signer, by their ids. */
  linkedAt: ReadonlyMap<string, string>
}

const alive = ['sent', 'viewed', 'accepted'] as const

/** The offer that a student has now: out, or accepted. There is never more than one. */
export async function liveOffer(tx: Tx, schoolId: string, studentId: string): Promise<Offer | undefined> {
  const [offer] = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.schoolId, schoolId), eq(offers.studentId, studentId), inArray(offers.state, [...alive])))
  return offer
}

/** One offer by its id, whatever became of it. */
export async function findOffer(tx: Tx, schoolId: string, id: string): Promise<Offer | undefined> {
  const [offer] = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.schoolId, schoolId), eq(offers.id, id)))
  return offer
}

/** Every version of a student's offers, the newest first. */
export async function offersOf(tx: Tx, schoolId: string, studentId: string): Promise<WholeOffer[]> {
  const found = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.schoolId, schoolId), eq(offers.studentId, studentId)))
    .orderBy(desc(offers.version))
  const whole: WholeOffer[] = []
  for (const offer of found) whole.push(await wholeOffer(tx, offer))
  return whole
}

/** One offer with everything that came of it. */
export async function wholeOffer(tx: Tx, offer: Offer): Promise<WholeOffer> {
  const { schoolId, id } = offer
  const answers = await tx
    .select()
    .from(offerAnswers)
    .where(and(eq(offerAnswers.schoolId, schoolId), eq(offerAnswers.offerId, id)))
    .orderBy(desc(offerAnswers.at), desc(offerAnswers.id))
  const deposits = await tx
    .select()
    .from(offerDeposits)
    .where(and(eq(offerDeposits.schoolId, schoolId), eq(offerDeposits.offerId, id)))
    .orderBy(asc(offerDeposits.at), asc(offerDeposits.id))
  const signers = await signersOf(tx, offer)
  const settlements = await settlementsOf(tx, offer)
  return { offer, signers, answers, deposits, settlements, linkedAt: await latestLinks(tx, schoolId, signers) }
}

/** What else became of an offer's deposit, the earliest first. */
export const settlementsOf = (tx: Tx, { schoolId, id }: Pick<Offer, 'schoolId' | 'id'>): Promise<Settlement[]> =>
  tx
    .select()
    .from(offerSettlements)
    .where(and(eq(offerSettlements.schoolId, schoolId), eq(offerSettlements.offerId, id)))
    .orderBy(asc(offerSettlements.at), asc(offerSettlements.id))

async function latestLinks(tx: Tx, schoolId: string, signers: readonly Signer[]): Promise<Map<string, string>> {
  const ids = signers.map(({ id }) => id)
  const rows = await tx
    .select({ signerId: offerLinks.signerId, issuedAt: offerLinks.issuedAt })
    .from(offerLinks)
    .where(and(eq(offerLinks.schoolId, schoolId), inArray(offerLinks.signerId, ids)))
    .orderBy(asc(offerLinks.issuedAt))
  return new Map(rows.map(({ signerId, issuedAt }) => [signerId, issuedAt]))
}

export const signersOf = (tx: Tx, { schoolId, id }: Pick<Offer, 'schoolId' | 'id'>): Promise<Signer[]> =>
  tx
    .select()
    .from(offerSigners)
    .where(and(eq(offerSigners.schoolId, schoolId), eq(offerSigners.offerId, id)))
    .orderBy(asc(offerSigners.position))

/** When somebody signed, by link or on paper; null while they have not. */
export const signedAt = (signerId: string, answers: readonly Answer[]): string | null =>
  answers.findLast(
    ({ kind, signerId: by, refused }) => by === signerId && refused === null && (kind === 'sign' || kind === 'paper'),
  )?.at ?? null

/** Whether everybody has signed who has to. */
export async function isSigned(tx: Tx, offer: Offer): Promise<boolean> {
  const { signers, answers } = await wholeOffer(tx, offer)
  return signers.every(({ id }) => signedAt(id, answers) !== null)
}

/** Whether anybody has signed. */
export async function isBegunToSign(tx: Tx, offer: Offer): Promise<boolean> {
  const { signers, answers } = await wholeOffer(tx, offer)
  return signers.some(({ id }) => signedAt(id, answers) !== null)
}

/** How much came, in minor units. */
export const receivedOf = (deposits: readonly Pick<Deposit, 'amount'>[]): number =>
  deposits.reduce((total, { amount }) => total + amount, 0)

/** Whether the deposit that the offer asks for is all there, or two people do without it; an offer without one asks for nothing. */
export async function isPaid(tx: Tx, offer: Offer): Promise<boolean> {
  const asked = offer.terms.deposit?.amount ?? 0
  const { deposits, settlements } = await wholeOffer(tx, offer)
  return receivedOf(deposits) >= asked || settlements.some(({ kind }) => kind === 'waiver-agreed')
}

/** The link by which a signer reads an offer and answers it; it opens its page whatever became of the offer since. */
export const offerLink: LinkKind<{ offer: Offer; signer: Signer }> = {
  columns: { schoolId: offerLinks.schoolId, tokenHash: offerLinks.tokenHash },
  find: async (tx, isOpen) =>
    (
      await tx
        .select({ offer: offers, signer: offerSigners })
        .from(offerLinks)
        .innerJoin(
          offerSigners,
          and(eq(offerSigners.schoolId, offerLinks.schoolId), eq(offerSigners.id, offerLinks.signerId)),
        )
        .innerJoin(offers, and(eq(offers.schoolId, offerSigners.schoolId), eq(offers.id, offerSigners.offerId)))
        .where(isOpen)
    )[0],
}

/** The first time that somebody opened a link counts, for the signer and for the offer. */
export async function noteViewed(tx: Tx, { offer, signer }: { offer: Offer; signer: Signer }, at: string) {
  const { schoolId } = offer
  await tx
    .update(offerSigners)
    .set({ viewedAt: at })
    .where(and(eq(offerSigners.schoolId, schoolId), eq(offerSigners.id, signer.id), isNull(offerSigners.viewedAt)))
  await tx
    .update(offers)
    .set({ state: 'viewed', viewedAt: at })
    .where(and(eq(offers.schoolId, schoolId), eq(offers.id, offer.id), eq(offers.state, 'sent')))
}

/** What the families of a student were told of every version. */
export const noticesOf = (tx: Tx, schoolId: string, studentId: string) =>
  tx
    .select({
      offerId: offerNotices.offerId,
      notice: offerNotices.notice,
      at: offerNotices.at,
      version: offers.version,
    })
    .from(offerNotices)
    .innerJoin(offers, and(eq(offers.schoolId, offerNotices.schoolId), eq(offers.id, offerNotices.offerId)))
    .where(and(eq(offerNotices.schoolId, schoolId), eq(offers.studentId, studentId)))

const isRunning = sql`${offers.state} in ('sent', 'viewed') and ${offers.pausedAt} is null`

/** Ids of students whose offer ends by then if nobody answers, for `in (…)`. */
export const offersEnding = (schoolId: string, until: string): SQL =>
  sql`select ${offers.studentId} from ${offers} where ${offers.schoolId} = ${schoolId} and ${isRunning} and ${offers.expiresAt} <= ${until}::timestamptz`

/** When the offers end that these students have to answer. */
export async function endsOf(tx: Tx, schoolId: string, studentIds: readonly string[]): Promise<Map<string, string>> {
  if (studentIds.length === 0) return new Map()
  const rows = await tx
    .select({ studentId: offers.studentId, expiresAt: offers.expiresAt })
    .from(offers)
    .where(and(eq(offers.schoolId, schoolId), inArray(offers.studentId, [...studentIds]), isRunning))
  return new Map(rows.map(({ studentId, expiresAt }) => [studentId, expiresAt]))
}
