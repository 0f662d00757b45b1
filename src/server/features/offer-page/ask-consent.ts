import type { z } from 'zod'
import { takeLinkSave } from '#server/features/account/account-limits.service.ts'
import { askAtOnce } from '#server/features/consent/ask-at-once.service.ts'
import { consentsFirst } from '#server/features/student/student-acceptance.service.ts'
import { lockStudent } from '#server/features/student/student-move.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { offerConsent } from '#shared/contract/offer.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { byLink, pageOf } from './open-link.ts'

/**
 * Leads whoever reads an offer to their own consent form: the one that waits for them, or a new one.
 * @throws AppError link.over, request.too-many, offer.over where none is asked of them
 */
export const giveConsent = (
  ctx: OpenCtx,
  { offerLetterToken }: z.output<typeof offerConsent.body>,
): Promise<z.input<typeof offerConsent.reply>> =>
  byLink(ctx, offerLetterToken, async (tx, link) => {
    const { schoolId } = ctx.school
    const { offer, signer } = link
    const waitMs = await takeLinkSave(tx, ctx, signer.id)
    if (waitMs > 0) return new AppError('request.too-many', { retryAfterMs: waitMs })
    const student = await lockStudent(tx, schoolId, offer.studentId)
    const page = await pageOf(tx, ctx, link)
    const own = (await consentsFirst(tx, student, offer))?.find((each) => each.signer.id === signer.id)
    if (page.offer === null || !own || own.isAnswered || offer.madeBy === null) return new AppError('offer.over')
    const { nameLatin, nameArabic, submissionId, reference } = student
    const names = signer.language === 'ar' ? [nameArabic, nameLatin] : [nameLatin, nameArabic]
    const of = {
      schoolId,
      studentId: student.id,
      submissionId,
      subject: names.find((name) => name) ?? reference,
      guardian: signer.name,
      email: signer.email,
      language: signer.language,
      askedBy: offer.madeBy,
      nowMs: ctx.deps.clock.nowMs(),
      random: ctx.deps.random,
    }
    return { token: await askAtOnce(tx, of, own.waitingId) }
  })
