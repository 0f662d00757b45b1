import type { z } from 'zod'
import { requestConsentNow } from '#server/features/consents/consent-request-now.service.ts'
import { openFormNow } from '#server/features/forms/criteria/of-student.service.ts'
import { openLink } from '#server/features/identity/access-links/access-link.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { offerConsent, offerForm } from '#shared/admissions/offers/offer-page.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { requiredForms, startedFormLink } from '../../eligibility/student-forms.service.ts'
import { lockStudent } from '../../file/student-row.service.ts'
import { requiredConsents } from '../student-acceptance.service.ts'
import { type Link, pageOf, signerLink } from './open-link.ts'

/**
 * Leads anyone who reads an offer to their own consent form: the one that waits for them, or a new one.
 * @throws AppError link.over, request.too-many, offer.over where none is asked of them
 */
export const giveConsent = (
  ctx: OpenCtx,
  { offerLetterToken }: z.output<typeof offerConsent.body>,
): Promise<z.input<typeof offerConsent.reply>> =>
  openLink(ctx, signerLink, offerLetterToken, async (tx, link) => {
    const asked = await askedBy(tx, ctx, link)
    if (asked instanceof AppError) return asked
    const { student, of } = asked
    const consents = await requiredConsents(tx, student, link.offer)
    const own = consents?.find((each) => each.signer.id === link.signer.id)
    if (!own || own.isAnswered) return new AppError('offer.over')
    return { token: await requestConsentNow(tx, { ...of, guardian: link.signer.name }, own.waitingId) }
  })

/**
 * Leads anyone who reads an offer to a form that has to be answered first: the one that they have begun, or a new one. Each of two who
 * sign has one of their own; whose comes first counts.
 * @throws AppError link.over, request.too-many, offer.over where it is not asked for, or answered
 */
export const giveForm = (
  ctx: OpenCtx,
  { offerLetterToken, slug }: z.output<typeof offerForm.body>,
): Promise<z.input<typeof offerForm.reply>> =>
  openLink(ctx, signerLink, offerLetterToken, async (tx, link) => {
    const asked = await askedBy(tx, ctx, link)
    if (asked instanceof AppError) return asked
    const { student, of } = asked
    const form = (await requiredForms(tx, student)).find((each) => each.slug === slug)
    if (form?.state !== 'open') return new AppError('offer.over')
    return openFormNow(tx, { ...of, slug }, startedFormLink(form, of.email)?.id)
  })

/** What is asked of the person who reads an offer, while they may: about whom, in whose name and language. */
async function askedBy(tx: Tx, ctx: OpenCtx, link: Link) {
  const { schoolId } = ctx.school
  const { offer, signer } = link
  const nowMs = ctx.deps.clock.nowMs()
  const student = await lockStudent(tx, schoolId, offer.studentId)
  const page = await pageOf(tx, ctx, link)
  if (page.offer === null || offer.madeBy === null) return new AppError('offer.over')
  const { nameLatin, nameArabic, submissionId, reference } = student
  const names = signer.language === 'ar' ? [nameArabic, nameLatin] : [nameLatin, nameArabic]
  return {
    student,
    of: {
      schoolId,
      studentId: student.id,
      submissionId,
      subject: names.find((name) => name) ?? reference,
      email: signer.email,
      language: signer.language,
      askedBy: offer.madeBy,
      nowMs,
      random: ctx.deps.random,
    },
  }
}
