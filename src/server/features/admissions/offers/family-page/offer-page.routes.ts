import type { z } from 'zod'
import { openLink, refusalOf } from '#server/features/identity/access-links/access-link.service.ts'
import { activeLetters, type IssuedRow } from '#server/features/letters/issue/issue-letter.service.ts'
import { letterFile } from '#server/features/letters/issue/letter-file.service.ts'
import { lettersOf } from '#server/features/letters/issue/letter-list.service.ts'
import { forPage, withItsLogo } from '#server/features/letters/templates/letter-logo.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { currentTemplate } from '#server/features/letters/templates/letter-template.service.ts'
import { guardiansOf } from '#server/features/students/record/guardian.service.ts'
import type { OpenCtx, SessionCtx } from '#server/http/context.ts'
import { inLanguage } from '#server/http/in-language.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { staffOfferLetter } from '#shared/admissions/offers/offer.contract.ts'
import { answerOffer, offerConsent, offerData, offerForm } from '#shared/admissions/offers/offer-page.contract.ts'
import { scanFile, scanPiece, scanUpload } from '#shared/admissions/offers/offer-scan.contract.ts'
import { consentScanUpload } from '#shared/consents/consent-paper.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { endOfDay, toInstant } from '#shared/kernel/time.ts'
import { offerLetterPdf } from '#shared/letters/issued-letter.contract.ts'
import { lockStudent } from '../../file/student-row.service.ts'
import { staffActor, unattendedActor } from '../../transitions/actor.service.ts'
import { requireMayCommand } from '../../transitions/command.policy.ts'
import { offerLetter } from '../offer-letter.service.ts'
import { issueOfferLetter, offerLetterData, readStudent, subjectOf, templateOfOffer } from '../offer-paper.service.ts'
import { activeOffer, findOffer, wholeOffer } from '../offer-read.service.ts'
import { announceScan, readScan, takeScanPiece } from '../offer-scan.service.ts'
import { offerToSign } from '../student-offer.service.ts'
import { giveAnswer } from './give-answer.ts'
import { giveConsent, giveForm } from './lead-on.ts'
import { type Link, pageOf, readPage, signerLink } from './open-link.ts'

/** Expects a scan while its paper may still be written down. @throws AppError as `scanUpload` */
async function expectScan(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, offerId, signerId, file }: z.output<typeof scanUpload.body>,
): Promise<z.input<typeof scanUpload.reply>> {
  const { schoolId } = ctx.school
  const student = await lockStudent(tx, schoolId, studentId)
  const by = staffActor(ctx)
  requireMayCommand(by.roles, 'paper-signature')
  const offer = await offerToSign(tx, by, student, { offerId, signerId })
  const of = { schoolId, studentId, offerId: offer.id, signerId, byUser: by.userId, nowMs: by.nowMs }
  return { file: await announceScan(tx, of, file) }
}

/** Expects the scan of a paper with what a family agrees to. @throws AppError as `consentScanUpload` */
async function expectConsentScan(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, scan }: z.output<typeof consentScanUpload.body>,
): Promise<z.input<typeof consentScanUpload.reply>> {
  const { schoolId } = ctx.school
  await lockStudent(tx, schoolId, studentId)
  const of = { schoolId, studentId, offerId: null, signerId: null }
  const by = { byUser: ctx.session.user.userId, nowMs: ctx.deps.clock.nowMs() }
  return { file: await announceScan(tx, { ...of, ...by }, scan) }
}

/** A scan with its bytes. @throws AppError request.not-found */
async function showScan(
  tx: Tx,
  { school }: SessionCtx,
  { student_id, scanId }: z.output<typeof scanFile.body>,
): Promise<z.input<typeof scanFile.reply>> {
  const { name, kind, content } = await readScan(tx, school.schoolId, student_id, scanId)
  return { doc_name: name, kind, data: toBase64(content) }
}

/** The letter of a version, or of what is being written, as the family reads it; as it was issued, where it was. @throws AppError request.not-found */
async function staffLetter(
  tx: Tx,
  { school: { schoolId, timeZone }, deps }: SessionCtx,
  { student_id: id, of }: z.output<typeof staffOfferLetter.body>,
): Promise<z.input<typeof staffOfferLetter.reply>> {
  const student = await readStudent(tx, schoolId, id)
  const school = await paperSchool(tx, schoolId)
  const guardians = await guardiansOf(tx, schoolId, id)
  const around = { student, guardians, school, showsSignature: () => false }
  if (of.kind === 'version') {
    const offer = await findOffer(tx, schoolId, of.offerId)
    if (offer?.studentId !== id) throw new AppError('request.not-found')
    const issued = (await lettersOf(tx, schoolId, id)).find(({ letter }) => letter.sourceId === offer.id)
    if (issued) return { document: forPage(await withItsLogo(tx, issued.letter)) }
    const { template } = await templateOfOffer(tx, offer)
    return { document: offerLetter(template, offerLetterData({ ...around, whole: await wholeOffer(tx, offer) })) }
  }
  const { terms, signers, expiresOn } = of.offer
  const before = await activeOffer(tx, schoolId, id)
  const offer = {
    terms,
    version: (before?.version ?? 0) + 1,
    sentAt: null,
    madeAt: toInstant(deps.clock.nowMs()),
    expiresAt: toInstant(endOfDay(expiresOn, timeZone)),
    depositDueOn: null,
  }
  const named = signers.map(({ name, email }, no) => ({ id: String(no), name, email }))
  const { template } = await currentTemplate(tx, schoolId, terms.letter)
  return {
    document: offerLetter(template, offerLetterData({ ...around, whole: { offer, signers: named, answers: [] } })),
  }
}

type Params = z.output<typeof offerLetterPdf.body>

/**
 * The letter of a link's offer as PDF, as long as its page shows one. Its paper is made after the transaction.
 * @throws AppError link.over, request.too-many, offer.over, letter.not-made, letter.differs
 */
async function givePdf(ctx: OpenCtx, { offerLetterToken, admission_number: number }: Params): Promise<FileReply> {
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

export const offerPageRoutes: Feature = () => [
  route.open(offerData, readPage),
  route.open(answerOffer, (ctx, asked) => giveAnswer(ctx, inLanguage(ctx, asked))),
  route.open(offerLetterPdf, givePdf),
  route.open(offerConsent, giveConsent),
  route.open(offerForm, giveForm),
  route.session(staffOfferLetter, async (ctx, asked) => {
    requirePermission(ctx.session, 'students.see')
    return ctx.tenant((tx) => staffLetter(tx, ctx, asked))
  }),
  route.session(scanUpload, async (ctx, asked) => {
    requirePermission(ctx.session, 'documents.decide')
    return ctx.tenant((tx) => expectScan(tx, ctx, asked))
  }),
  route.session(consentScanUpload, async (ctx, asked) => {
    requirePermission(ctx.session, 'documents.decide')
    return ctx.tenant((tx) => expectConsentScan(tx, ctx, asked))
  }),
  route.session(scanPiece, async (ctx, { student_id: studentId, ...piece }) => {
    requirePermission(ctx.session, 'documents.decide')
    const of = { schoolId: ctx.school.schoolId, studentId, nowMs: ctx.deps.clock.nowMs() }
    return ctx.tenant(async (tx) => ({ file: await takeScanPiece(tx, of, piece) }))
  }),
  route.session(scanFile, async (ctx, asked) => {
    requirePermission(ctx.session, 'documents.see')
    return ctx.tenant((tx) => showScan(tx, ctx, asked))
  }),
]
