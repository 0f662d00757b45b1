import { linkPath } from '#server/features/identity/access-links/access-link.service.ts'
import { type MailCtx, type OfferTemplate, queueMail } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createToken } from '#server/kernel/tokens.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'
import { offerLinks, offerNotices } from './offer.table.ts'
import { type Offer, type Signer, signersOf } from './offer-read.service.ts'

/** What a child is called in either language. */
export interface Child {
  en: string
  ar: string
}

interface Event {
  /** What is told, once for each offer. */
  notice: string
  template: OfferTemplate
  /** Only those who are still waited for. */
  to?: (signer: Signer) => boolean
}

/** Tells every signer of an offer what became of it, in their language; the second time it tells nobody. @returns whether it told */
export async function tellFamily(
  tx: Tx,
  by: { mail: MailCtx; nowMs: number },
  child: Child,
  offer: Offer,
  { notice, template, to = () => true }: Event,
): Promise<boolean> {
  if (!(await noteTold(tx, by, offer, notice))) return false
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

/** Mails one signer another link: to answer by, or after acceptance to what was accepted. */
export async function mailLinkAgain(
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

/** Notes that something was told, or need not be told any more. @returns false when it was noted before */
export async function noteTold(
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

/** Another link for a signer; what was mailed before goes on working. */
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
 * The school's own address: by the settings, and where they name none, as it was when the offer was sent. Never by who caused
 * the mail: that may be another family, or the clock.
 */
export const originOf = ({ deps, school }: MailCtx, { origin }: Offer): string =>
  deps.settings.publicUrl === undefined ? origin : schoolAddress(school.code, deps.settings.publicUrl)

const locales: Record<Language, string> = { en: 'en-GB', ar: 'ar-QA' }

/** The last day on which it may be answered; it ends with that day. */
const lastDay = ({ expiresAt }: Offer, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(`${locales[language]}-u-ca-gregory-nu-latn`, { dateStyle: 'long', timeZone }).format(
    fromInstant(expiresAt) - 1,
  )
