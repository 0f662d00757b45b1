import type { z } from 'zod'
import type { Session, SessionCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { openConsent } from '#shared/consents/consent.contract.ts'
import { consentDefinitions, publishConsentWording } from '#shared/consents/consent-definition.contract.ts'
import { facesPurpose, holdingOn, standingOf } from '#shared/consents/consent.rules.ts'
import {
  askConsent,
  type ConsentRequest,
  consentRequests,
  consentWordings,
  endConsentLink,
} from '#shared/consents/consent-request.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { businessDay, type Clock, fromInstant } from '#shared/kernel/time.ts'
import { consentPdf, faceCertificatePdf } from '#shared/letters/issued-letter.contract.ts'
import type { Act } from './acts.service.ts'
import { listDefinitions, publishDefinition } from './consent-definition.service.ts'
import type { FaceByLink, SubmissionCheck } from './consent-link.service.ts'
import { giveConsentPdf, giveFaceCertificate } from './consent-paper.ts'
import { ask, endLink, requestsAbout, type Standing } from './consent-request.service.ts'
import { openConsentLink } from './open-link.ts'
import { currentWordings, renewalsOf } from './wording.service.ts'

type Told = z.input<typeof ConsentRequest>

/** Leaves out agreements that have lapsed. */
type Holds = (standing: ReturnType<typeof standingOf>) => ReturnType<typeof standingOf>

/** Maps a request for staff: current answers, plus each decision with its signature for readers with `seesEvidence`. */
function consentRequest(standing: Standing, nowMs: number, seesEvidence: boolean, holds: Holds): Told {
  const { request, acts } = standing
  const { id, submissionId, customerId, maySign, subject, guardian, email, language, purposes, askedAt, expiresAt } =
    request
  const counted = acts.filter(({ counts }) => counts)
  return {
    id,
    submissionId,
    customerId,
    maySign,
    subject,
    guardian,
    email,
    language,
    purposes,
    askedAt,
    expiresAt,
    state: stateOf(standing, nowMs),
    standing: holds(standingOf(counted)),
    uncounted: acts.length - counted.length,
    evidence: seesEvidence ? acts.map(evidenceOf) : null,
  }
}

const evidenceOf = ({ id, language, decidedAt, receivedAt, signature, counts, byUser, answers }: Act) => ({
  id,
  language,
  decidedAt,
  receivedAt,
  signature,
  counts,
  onPaper: byUser !== null,
  answers,
})

function stateOf({ request, isOpened }: Standing, nowMs: number): Told['state'] {
  if (request.revokedAt !== null) return 'revoked'
  if (request.answeredAt !== null) return 'answered'
  if (request.expiresAt !== null && fromInstant(request.expiresAt) <= nowMs) return 'expired'
  return isOpened ? 'opened' : 'waiting'
}

/** Facts of higher domains that the consent routes need. */
interface ConsentFacts {
  face: FaceByLink
  requireSubmission: SubmissionCheck
}

export const consentRoutes =
  ({ face, requireSubmission }: ConsentFacts): Feature =>
  ({ clock }) => [
    route.open(openConsent, async (ctx, asked) => ({ consent: await openConsentLink(ctx, asked, face) })),
    route.open(consentPdf, giveConsentPdf),
    route.open(faceCertificatePdf, (ctx, asked) => giveFaceCertificate(ctx, asked, face)),
    route.session(consentWordings, async (ctx, { about }) => {
      requireTo(ctx.session, 'family.ask')
      const wordings = await ctx.tenant((tx) => currentWordings(tx, ctx.school.schoolId))
      const isAsked = (purpose: string) => about === 'pupil' || purpose !== facesPurpose
      return { wordings: wordings.filter(({ isOffered, purpose }) => isOffered && isAsked(purpose)) }
    }),
    route.session(consentRequests, async (ctx, { submissionId }) => {
      requireTo(ctx.session, 'submissions.see')
      const { kind, roles } = ctx.session
      const seesEvidence = hasScopedPermission(kind, roles, 'family.ask')
      const found = await ctx.tenant((tx) => requestsAbout(tx, ctx.school.schoolId, submissionId))
      const holds = await holdingNow(ctx, clock)
      return { requests: found.map((each) => consentRequest(each, clock.nowMs(), seesEvidence, holds)) }
    }),
    route.session(askConsent, async (ctx, asked) => {
      requireTo(ctx.session, 'family.ask')
      const standing = await ask(ctx, asked, requireSubmission)
      return { request: consentRequest(standing, clock.nowMs(), true, await holdingNow(ctx, clock)) }
    }),
    route.session(endConsentLink, async (ctx, { id, again }) => {
      requireTo(ctx.session, 'family.ask')
      const standing = await endLink(ctx, id, again)
      return { request: consentRequest(standing, clock.nowMs(), true, await holdingNow(ctx, clock)) }
    }),
    route.session(consentDefinitions, (ctx) => {
      requireTo(ctx.session, 'school.settings')
      return ctx.tenant(async (tx) => ({ definitions: await listDefinitions(tx, ctx.school) }))
    }),
    route.session(publishConsentWording, (ctx, { newWording }) => {
      requireTo(ctx.session, 'school.settings')
      return ctx.tenant(async (tx) => ({ version: await publishDefinition(tx, ctx, newWording) }))
    }),
  ]

/** Returns a function that leaves out agreements which have lapsed by now. */
async function holdingNow({ school, tenant }: SessionCtx, clock: Clock) {
  const { schoolId, timeZone } = school
  const renewals = await tenant((tx) => renewalsOf(tx, schoolId))
  const today = businessDay(clock.nowMs(), timeZone, 0)
  return (standing: ReturnType<typeof standingOf>) => holdingOn(standing, renewals, today)
}

/** Checks the permission. @throws AppError access.denied */
export function requireTo({ kind, roles }: Session, permission: Permission): void {
  if (!hasScopedPermission(kind, roles, permission)) throw new AppError('access.denied')
}
