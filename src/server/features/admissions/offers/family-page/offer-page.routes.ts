import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  answerOffer,
  offerConsent,
  offerData,
  offerForm,
  staffOfferLetter,
} from '#shared/admissions/offers/offer.contract.ts'
import { scanFile, scanPiece, scanUpload } from '#shared/admissions/offers/offer-scan.contract.ts'
import { consentScanUpload } from '#shared/consents/consent-paper.contract.ts'
import { offerLetterPdf } from '#shared/letters/issued-letter.contract.ts'
import { takeScanPiece } from '../offer-scan.service.ts'
import { giveAnswer } from './give-answer.ts'
import { givePdf } from './give-pdf.ts'
import { giveConsent, giveForm } from './lead-on.ts'
import { readPage } from './open-link.ts'
import { staffLetter } from './staff-letter.ts'
import { expectConsentScan, expectScan, showScan } from './staff-scan.ts'

export const offerPageRoutes: Feature = () => [
  route.open(offerData, readPage),
  route.open(answerOffer, giveAnswer),
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
