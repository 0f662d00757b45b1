import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { createLink } from '#server/features/identity/access-links/access-link.service.ts'
import { type MailCtx, queueMail } from '#server/features/mail/mail.service.ts'
import { knownCustomers } from '#server/features/pos/accounts/customer.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { askConsent } from '#shared/consents/consent-request.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { type Act, actsOf } from './acts.service.ts'
import { consentOpenings, consentRequests } from './consent.table.ts'
import type { SubmissionCheck } from './consent-link.service.ts'
import type { RequestRow } from './open-link.ts'
import { currentWordings } from './wording.service.ts'

/** Days a link stays valid without a first answer. */
const linkLifeDays = 60
export const lifeMs = linkLifeDays * dayMs

/** Consent request with its decisions. */
export interface Standing {
  request: RequestRow
  isOpened: boolean
  acts: Act[]
}

/**
 * Asks one guardian, and emails the link in the same step. @throws AppError request.invalid, request.not-found, student.erased
 */
export async function ask(
  ctx: SessionCtx,
  asked: z.output<typeof askConsent.body>,
  requireSubmission: SubmissionCheck,
): Promise<Standing> {
  const { schoolId } = ctx.school
  const { deps, session } = ctx
  const nowMs = deps.clock.nowMs()
  return ctx.tenant(async (tx) => {
    const offered = (await currentWordings(tx, schoolId)).filter(({ isOffered }) => isOffered)
    const purposes = offered.map(({ purpose }) => purpose).filter((purpose) => asked.purposes.includes(purpose))
    if (purposes.length !== new Set(asked.purposes).size) throw new AppError('request.invalid', { field: 'purposes' })
    if (asked.customerId && !(await knownCustomers(tx, schoolId, new Set([asked.customerId]))).has(asked.customerId)) {
      throw new AppError('request.not-found')
    }
    // A face belongs to a pupil: without one, consent could not be looked up.
    if (purposes.includes(facesPurpose) && !asked.customerId)
      throw new AppError('request.invalid', { field: 'customerId' })
    if (asked.submissionId) await requireSubmission(tx, schoolId, asked.submissionId)
    const { token, ...issued } = createLink({ random: deps.random, nowMs }, lifeMs)
    const { submissionId, customerId, maySign, subject, guardian, email, language } = asked
    const [request] = await tx
      .insert(consentRequests)
      .values({
        schoolId,
        id: uuidv7(nowMs, deps.random),
        ...issued,
        submissionId,
        customerId,
        maySign,
        subject,
        guardian,
        email,
        language,
        purposes,
        askedAt: toInstant(nowMs),
        askedBy: session.user.userId,
      })
      .returning()
    if (!request) throw new Error('the request was not stored')
    await mailLink(tx, ctx, request, token)
    return { request, isOpened: false, acts: [] }
  })
}

/** Queues the email with the link. */
export const mailLink = (
  tx: Tx,
  ctx: MailCtx,
  { email, language, studentId, subject, guardian }: RequestRow,
  token: string,
) =>
  queueMail(tx, ctx, {
    to: email,
    language,
    studentId,
    template: 'consent-link',
    params: { subject, guardian, path: `/consent/${token}`, days: String(linkLifeDays) },
  })

/**
 * Ends the link at once, and issues a new one on request.
 * @throws AppError request.not-found, request.invalid where no email address is known
 */
export async function endLink(ctx: SessionCtx, id: string, again: boolean): Promise<Standing> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  return ctx.tenant(async (tx) => {
    const { token, tokenHash, expiresAt: ends } = createLink({ random: ctx.deps.random, nowMs }, lifeMs)
    const isThis = and(eq(consentRequests.schoolId, schoolId), eq(consentRequests.id, id))
    const [known] = await tx.select().from(consentRequests).where(isThis).for('update')
    if (!known) throw new AppError('request.not-found')
    if (again && known.email === '') throw new AppError('request.invalid', { field: 'email' })
    const expiresAt = known.answeredAt === null ? ends : null
    const [request] = await tx
      .update(consentRequests)
      .set(again ? { tokenHash, besideHashes: [], revokedAt: null, expiresAt } : { revokedAt: toInstant(nowMs) })
      .where(isThis)
      .returning()
    if (!request) throw new AppError('request.not-found')
    if (again) await mailLink(tx, ctx, request, token)
    return standing(tx, request)
  })
}

async function standing(tx: Tx, request: RequestRow): Promise<Standing> {
  const { schoolId, id } = request
  const [opening] = await tx
    .select({ tokenHash: consentOpenings.tokenHash })
    .from(consentOpenings)
    .where(and(eq(consentOpenings.schoolId, schoolId), eq(consentOpenings.requestId, id)))
    .limit(1)
  return { request, isOpened: opening !== undefined, acts: await actsOf(tx, schoolId, [id]) }
}

/** Returns the consent requests about this submission, the earliest first, with their decisions. */
export async function requestsAbout(tx: Tx, schoolId: string, submissionId: string): Promise<Standing[]> {
  const requests = await tx
    .select()
    .from(consentRequests)
    .where(and(eq(consentRequests.schoolId, schoolId), eq(consentRequests.submissionId, submissionId)))
    .orderBy(asc(consentRequests.askedAt), asc(consentRequests.id))
  const found: Standing[] = []
  for (const request of requests) found.push(await standing(tx, request))
  return found
}
