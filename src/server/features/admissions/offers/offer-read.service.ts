import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { offerLinks, offerSigners, offers } from './offer.table.ts'
import { offerAnswers, offerDeposits, offerSettlements } from './offer-outcome.table.ts'

export type Offer = typeof offers.$inferSelect
export type Signer = typeof offerSigners.$inferSelect
type Answer = typeof offerAnswers.$inferSelect
type Deposit = typeof offerDeposits.$inferSelect
export type Settlement = typeof offerSettlements.$inferSelect

/** An offer with its signers, answers and money. */
export interface WholeOffer {
  offer: Offer
  /** In the order in which they were named. */
  signers: Signer[]
  /** The latest first. */
  answers: Answer[]
  /** The earliest first. */
  deposits: Deposit[]
  /** Settlements of the deposit, the earliest first. */
  settlements: Settlement[]
  /** When the latest link was emailed to each signer, by their ids. */
  linkedAt: ReadonlyMap<string, string>
}

const activeStates = ['sent', 'viewed', 'accepted'] as const

/** Returns the live offer of a student: sent, viewed or accepted. There is never more than one. */
export async function activeOffer(tx: Tx, schoolId: string, studentId: string): Promise<Offer | undefined> {
  const [offer] = await tx
    .select()
    .from(offers)
    .where(
      and(eq(offers.schoolId, schoolId), eq(offers.studentId, studentId), inArray(offers.state, [...activeStates])),
    )
  return offer
}

/** Returns the offer a command names, while it is this student's and not over. @throws AppError offer.over */
export async function requireLiveOffer(
  tx: Tx,
  { schoolId, id }: { schoolId: string; id: string },
  offerId: string,
): Promise<Offer> {
  const offer = await activeOffer(tx, schoolId, id)
  if (offer?.id !== offerId) throw new AppError('offer.over')
  return offer
}

/** Returns one offer by its id, in any state. */
export async function findOffer(tx: Tx, schoolId: string, id: string): Promise<Offer | undefined> {
  const [offer] = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.schoolId, schoolId), eq(offers.id, id)))
  return offer
}

/** Returns every version of a student's offers, the newest first. */
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

/** Reads the signers, answers and money of an offer. */
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

/** Returns the settlements of an offer's deposit, the earliest first. */
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

/** Returns when a signer signed, by link or on paper; null while they have not. */
export const signedAt = (signerId: string, answers: readonly Answer[]): string | null =>
  answers.findLast(
    ({ kind, signerId: by, refused }) => by === signerId && refused === null && (kind === 'sign' || kind === 'paper'),
  )?.at ?? null

/** Whether every signer has signed. */
export async function isSigned(tx: Tx, offer: Offer): Promise<boolean> {
  const { signers, answers } = await wholeOffer(tx, offer)
  return signers.every(({ id }) => signedAt(id, answers) !== null)
}

/** Whether any signer has signed. */
export async function hasSignature(tx: Tx, offer: Offer): Promise<boolean> {
  const { signers, answers } = await wholeOffer(tx, offer)
  return signers.some(({ id }) => signedAt(id, answers) !== null)
}

/** Sums payments, in minor units. */
export const receivedOf = (deposits: readonly Pick<Deposit, 'amount'>[]): number =>
  deposits.reduce((total, { amount }) => total + amount, 0)

/** Whether the deposit is paid in full, waived, or not asked for. */
export async function isPaid(tx: Tx, offer: Offer): Promise<boolean> {
  const asked = offer.terms.deposit?.amount ?? 0
  const { deposits, settlements } = await wholeOffer(tx, offer)
  return receivedOf(deposits) >= asked || settlements.some(({ kind }) => kind === 'waiver-agreed')
}
