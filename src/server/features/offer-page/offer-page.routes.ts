import { requirePermission } from '#server/features/access/access.service.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { offerLetterPdf } from '#shared/contract/issued-letter.ts'
import { answerOffer, offerData, staffOfferLetter } from '#shared/contract/offer.ts'
import { giveAnswer } from './give-answer.ts'
import { givePdf } from './give-pdf.ts'
import { readPage } from './open-link.ts'
import { staffLetter } from './staff-letter.ts'

export const offerPageRoutes: Feature = () => [
  route.open(offerData, readPage),
  route.open(answerOffer, giveAnswer),
  route.open(offerLetterPdf, givePdf),
  route.session(staffOfferLetter, async (ctx, asked) => {
    requirePermission(ctx.session, 'students.see')
    return ctx.tenant((tx) => staffLetter(tx, ctx, asked))
  }),
]
