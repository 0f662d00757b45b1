import type { z } from 'zod'
import { type LinkKind, openLink } from '#server/features/identity/access-links/access-link.service.ts'
import { activeLetters } from '#server/features/letters/issue/issue-letter.service.ts'
import { withItsLogo } from '#server/features/letters/templates/letter-logo.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { guardiansOf } from '#server/features/students/record/guardian.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import { hourMs, toInstant } from '#shared/kernel/time.ts'
import { requiredForms } from '../../eligibility/student-forms.service.ts'
import { readRules } from '../../rules/admission-rules.service.ts'
import { offerLink, recordView } from '../offer-link.service.ts'
import { readStudent, subjectOf, templateOfOffer } from '../offer-paper.service.ts'
import { findOffer, type Offer, wholeOffer } from '../offer-read.service.ts'
import { type Accepted, consentsBlocker, requiredConsents } from '../student-acceptance.service.ts'
import { offerPage, type RequiredSeen } from './offer-page.view.ts'

type Page = z.input<typeof OfferPage>
export type Link = NonNullable<Awaited<ReturnType<typeof offerLink.find>>>

/** The same link where a signer does something by it, which is limited. */
export const signerLink: LinkKind<Link> = { ...offerLink, saves: ({ signer }) => signer.id }

/** Shows what a link leads to. Programs that look into mails open it too: it says that it was seen, and nothing more. */
export const readPage = (ctx: OpenCtx, { offerLetterToken }: { offerLetterToken: string }): Promise<Page> =>
  openLink(ctx, offerLink, offerLetterToken, async (tx, link) => {
    await recordView(tx, link, toInstant(ctx.deps.clock.nowMs()))
    return pageOf(tx, ctx, link)
  })

/** The page as it stands now, whatever was read before. */
export async function pageOf(tx: Tx, ctx: OpenCtx, { offer: { id, studentId }, signer }: Link): Promise<Page> {
  const { schoolId } = ctx.school
  const offer = await findOffer(tx, schoolId, id)
  if (!offer) throw new Error('an offer that was read is not there')
  const student = await readStudent(tx, schoolId, studentId)
  const guardians = await guardiansOf(tx, schoolId, studentId)
  const { rules } = await readRules(tx, schoolId)
  const school = await paperSchool(tx, schoolId)
  const letters = await activeLetters(tx, schoolId, subjectOf(student))
  const found = letters.find(({ sourceId }) => sourceId === offer.id)
  const issued = found && (await withItsLogo(tx, found))
  const when = { nowMs: ctx.deps.clock.nowMs(), graceMs: rules.graceHours * hourMs }
  const { template } = await templateOfOffer(tx, offer)
  const whole = await wholeOffer(tx, offer)
  const first = await requiredSeen(tx, student, offer, signer.id)
  return offerPage({ whole, signer, student, guardians, school, issued, template, first }, when)
}

/** Returns how far the reader of the page has come with the required forms and consents. */
const requiredSeen = async (tx: Tx, child: Accepted, offer: Offer, signerId: string): Promise<RequiredSeen> => ({
  consents: await consentViews(tx, child, offer, signerId),
  forms: (await requiredForms(tx, child))
    .filter(({ state }) => state === 'open' || state === 'done')
    .map(({ slug, title, state }) => ({ slug, title, isDone: state === 'done' })),
})

async function consentViews(
  tx: Tx,
  child: Accepted,
  offer: Offer,
  signerId: string,
): Promise<RequiredSeen['consents']> {
  const consents = await requiredConsents(tx, child, offer)
  if (!consents) return null
  const open = consents.filter(({ isAnswered }) => !isAnswered)
  return {
    isDone: open.every(({ signer }) => signer.id !== signerId),
    waitsFor: open.flatMap(({ signer }) => (signer.id === signerId ? [] : [signer.name])),
    maySign: (await consentsBlocker(tx, child, offer, signerId)) === undefined,
  }
}
