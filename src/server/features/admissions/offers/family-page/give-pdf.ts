import type { z } from 'zod'
import { openLink, refusalOf } from '#server/features/identity/access-links/access-link.service.ts'
import { activeLetters, type IssuedRow } from '#server/features/letters/issue/issue-letter.service.ts'
import { letterFile } from '#server/features/letters/issue/letter-file.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { offerLetterPdf } from '#shared/letters/issued-letter.contract.ts'
import { lockStudent } from '../../file/student-row.service.ts'
import { unattendedActor } from '../../transitions/actor.service.ts'
import { issueOfferLetter, readStudent, subjectOf } from '../offer-paper.service.ts'
import { findOffer } from '../offer-read.service.ts'
import { type Link, pageOf, signerLink } from './open-link.ts'

type Params = z.output<typeof offerLetterPdf.body>

/**
 * The letter of a link's offer as PDF, as long as its page shows one. Its paper is made after the transaction.
 * @throws AppError link.over, request.too-many, offer.over, letter.not-made, letter.differs
 */
export async function givePdf(
  ctx: OpenCtx,
  { offerLetterToken, admission_number: number }: Params,
): Promise<FileReply> {
  const { letter, language } = await openLink(ctx, signerLink, offerLetterToken, async (tx, link) => {
    const { reference } = await readStudent(tx, ctx.school.schoolId, link.offer.studentId)
    if (number !== undefined && number !== reference) return refusalOf(signerLink)
    const page = await pageOf(tx, ctx, link)
    if (page.offer === null) return new AppError('offer.over')
    return { letter: await letterOf(tx, ctx, link), language: page.language }
  })
  return letterFile(ctx, letter, language)
}

/** As it was issued; an offer that went out before letters were issued gets its letter now. */
async function letterOf(tx: Tx, ctx: OpenCtx, { offer: { id, studentId } }: Link): Promise<IssuedRow> {
  const { schoolId } = ctx.school
  const find = async () =>
    (await activeLetters(tx, schoolId, subjectOf({ id: studentId }))).find(({ sourceId }) => sourceId === id)
  const issued = await find()
  if (issued) return issued
  const student = await lockStudent(tx, schoolId, studentId)
  const offer = await findOffer(tx, schoolId, id)
  if (!offer) throw new Error('an offer that was read is not there')
  return (await find()) ?? issueOfferLetter(tx, { ...unattendedActor(ctx), userId: null }, student, offer)
}
