import { type Feature, route } from '#server/http/serve.ts'
import { askConsent, consentRequests, consentWordings, endConsentLink, openConsent } from '#shared/contract/consent.ts'
import { consentPdf, faceCertificatePdf } from '#shared/contract/issued-letter.ts'
import { facesPurpose } from '#shared/rules/consent.rules.ts'
import { mayIn } from '#shared/rules/roles.ts'
import { ask, endLink, requestsAbout } from './ask.service.ts'
import { requireTo } from './consent.policy.ts'
import { giveConsentPdf, giveFaceCertificate } from './consent-paper.ts'
import { consentRequest } from './consent.view.ts'
import { openLink } from './open-link.ts'
import { currentWordings } from './wording.service.ts'

export const consentRoutes: Feature = ({ clock }) => [
  route.open(openConsent, async (ctx, asked) => ({ consent: await openLink(ctx, asked) })),
  route.open(consentPdf, giveConsentPdf),
  route.open(faceCertificatePdf, giveFaceCertificate),
  route.session(consentWordings, async (ctx, { about }) => {
    requireTo(ctx.session, 'family.ask')
    const wordings = await ctx.tenant((tx) => currentWordings(tx, ctx.school.schoolId))
    const isAsked = (purpose: string) => about === 'pupil' || purpose !== facesPurpose
    return { wordings: wordings.filter(({ isOffered, purpose }) => isOffered && isAsked(purpose)) }
  }),
  route.session(consentRequests, async (ctx, { submissionId }) => {
    requireTo(ctx.session, 'submissions.see')
    const { kind, roles } = ctx.session
    const seesEvidence = mayIn(kind, roles, 'family.ask')
    const found = await ctx.tenant((tx) => requestsAbout(tx, ctx.school.schoolId, submissionId))
    return { requests: found.map((each) => consentRequest(each, clock.nowMs(), seesEvidence)) }
  }),
  route.session(askConsent, async (ctx, asked) => {
    requireTo(ctx.session, 'family.ask')
    return { request: consentRequest(await ask(ctx, asked), clock.nowMs(), true) }
  }),
  route.session(endConsentLink, async (ctx, { id, again }) => {
    requireTo(ctx.session, 'family.ask')
    return { request: consentRequest(await endLink(ctx, id, again), clock.nowMs(), true) }
  }),
]
