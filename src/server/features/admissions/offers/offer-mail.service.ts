import { linkPath } from '#server/features/identity/access-links/access-link.service.ts'
import { type MailCtx, type OfferTemplate, queueMail } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createToken } from '#server/kernel/tokens.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { linkAddress } from '#shared/school/school-address.rules.ts'
import { offerLinks } from './offer.table.ts'
import { offerNotices } from './offer-outcome.table.ts'
import { activeOffer, type Offer, type Signer, signersOf } from './offer-read.service.ts'

/** A name of the child for each language. */
export interface Child {
  en: string
  ar: string
}

interface Event {
  /** Key of the notice, sent once for each offer. */
  notice: string
  template: OfferTemplate
  /** Which signers get it; all of them by default. */
  to?: (signer: Signer) => boolean
}

/** Emails a notice to the signers of an offer, each in their language, once. @returns false when it was sent before */
export async function emailSigners(
  tx: Tx,
  by: { mail: MailCtx; nowMs: number },
  child: Child,
  offer: Offer,
  { notice, template, to = () => true }: Event,
): Promise<boolean> {
  if (!(await recordNotice(tx, by, offer, notice))) return false
  const mail = { ...by.mail, origin: originOf(by.mail, offer) }
  for (const signer of (await signersOf(tx, offer)).filter(to)) {
    const { email, language } = signer
    const whom = { to: email, language, studentId: offer.studentId }
    const subject = child[language]
    if (template === 'offer-declined' || template === 'offer-expired' || template === 'offer-withdrawn') {
      await queueMail(tx, mail, { ...whom, template, params: { subject } })
      continue
    }
    const path = await newLink(tx, by, offer, signer.id)
    const day = lastDay(offer, language, by.mail.school.timeZone)
    if (template === 'offer-accepted') await queueMail(tx, mail, { ...whom, template, params: { subject, path } })
    else await queueMail(tx, mail, { ...whom, template, params: { subject, day, path } })
  }
  return true
}

/** Emails one signer another link: to answer by, or after acceptance to what was accepted. */
export async function emailLinkAgain(
  tx: Tx,
  by: { mail: MailCtx; nowMs: number },
  child: Child,
  offer: Offer,
  signer: Signer,
): Promise<void> {
  const { email, language } = signer
  const mail = { ...by.mail, origin: originOf(by.mail, offer) }
  const path = await newLink(tx, by, offer, signer.id)
  const whom = { to: email, language, studentId: offer.studentId }
  const subject = child[language]
  if (offer.state === 'accepted')
    return queueMail(tx, mail, { ...whom, template: 'offer-accepted', params: { subject, path } })
  const day = lastDay(offer, language, by.mail.school.timeZone)
  return queueMail(tx, mail, { ...whom, template: 'offer-link', params: { subject, day, path } })
}

/** Records that a notice was sent, or no longer has to be. @returns false when it was recorded before */
export async function recordNotice(
  tx: Tx,
  { nowMs }: { nowMs: number },
  { schoolId, id: offerId }: Offer,
  notice: string,
): Promise<boolean> {
  const told = await tx
    .insert(offerNotices)
    .values({ schoolId, offerId, notice, at: toInstant(nowMs) })
    .onConflictDoNothing()
    .returning({ notice: offerNotices.notice })
  return told.length > 0
}

/** Creates another link for a signer; those emailed before stay valid. @returns its path */
export async function newLink(
  tx: Tx,
  { mail, nowMs }: { mail: MailCtx; nowMs: number },
  { schoolId, terms }: Offer,
  signerId: string,
): Promise<string> {
  const { token, tokenHash } = createToken(mail.deps.random)
  await tx.insert(offerLinks).values({ schoolId, tokenHash, signerId, issuedAt: toInstant(nowMs) })
  return linkPath(`/${terms.letter}`, token)
}

/**
 * Returns the school's own address: by the settings, or else as it was when the offer was sent. Never by whose request causes
 * the email: that may be another family's, or the clock's.
 */
export const originOf = ({ deps, school }: MailCtx, { origin }: Offer): string =>
  deps.settings.publicUrl === undefined ? origin : linkAddress(school, deps.settings.publicUrl)

const locales: Record<Language, string> = { en: 'en-GB', ar: 'ar-QA' }

/** Formats the last day of an offer, which ends with that day. */
const lastDay = ({ expiresAt }: Offer, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(`${locales[language]}-u-ca-gregory-nu-latn`, { dateStyle: 'long', timeZone }).format(
    fromInstant(expiresAt) - 1,
  )

/** An accepted offer with the signers who may read its letter. */
export interface LetterReaders {
  offer: Offer
  /** Ids of its signers by their address, in small letters. */
  signers: ReadonlyMap<string, string>
}

/** Returns who may read the letter of a student's accepted offer; undefined without one. */
export async function letterReaders(tx: Tx, schoolId: string, studentId: string): Promise<LetterReaders | undefined> {
  const offer = await activeOffer(tx, schoolId, studentId)
  if (offer?.state !== 'accepted') return undefined
  const named = (await signersOf(tx, offer)).map(({ id, email }) => [email.trim().toLowerCase(), id] as const)
  return { offer, signers: new Map(named.toReversed()) }
}

/** Creates another link to the letter for one of them; those emailed before stay valid. @returns its path */
export async function linkToLetter(
  tx: Tx,
  by: { mail: MailCtx; nowMs: number },
  { offer, signers }: LetterReaders,
  email: string,
): Promise<string | undefined> {
  const id = signers.get(email.trim().toLowerCase())
  return id === undefined ? undefined : newLink(tx, by, offer, id)
}
