import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { newLink } from './offer-mail.service.ts'
import { liveOffer, type Offer, signersOf } from './offer-read.service.ts'

/** An accepted offer, and who may read its letter by a link of their own. */
export interface LetterReaders {
  offer: Offer
  /** Ids of its signers by their address, in small letters. */
  signers: ReadonlyMap<string, string>
}

/** Who may read the letter of the offer that a student's family has accepted; undefined where none stands. */
export async function letterReaders(tx: Tx, schoolId: string, studentId: string): Promise<LetterReaders | undefined> {
  const offer = await liveOffer(tx, schoolId, studentId)
  if (offer?.state !== 'accepted') return undefined
  const named = (await signersOf(tx, offer)).map(({ id, email }) => [email.trim().toLowerCase(), id] as const)
  return { offer, signers: new Map(named.toReversed()) }
}

/** Another link to the letter for one of them, from the school's `/` on; what was mailed before goes on working. */
export async function linkToLetter(
  tx: Tx,
  by: { mail: MailCtx; nowMs: number },
  { offer, signers }: LetterReaders,
  email: string,
): Promise<string | undefined> {
  const id = signers.get(email.trim().toLowerCase())
  return id === undefined ? undefined : newLink(tx, by, offer, id)
}
