import { and, asc, eq, sql } from 'drizzle-orm'
import { type MailCtx, queueMail } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createToken } from '#server/kernel/tokens.ts'
import type { ConsentAnswer } from '#shared/consents/consent.contract.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { PaperConsent } from '#shared/consents/consent-paper.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type CustomerId, type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import { consentRequests } from './consent.table.ts'
import type { ConsentEffect } from './consent-effect.service.ts'
import { paperDecidedMs } from './consent-paper.rules.ts'
import type { RequestRow } from './open-link.ts'
import { addAct, lockRequest, settle } from './settle.service.ts'
import { currentWordings } from './wording.service.ts'

/** Guardian of a child. */
export interface PaperGuardian {
  name: string
  email: string
  language: Language
  maySign: boolean
}

interface OnPaper {
  schoolId: string
  /** Id of the command. */
  id: string
  studentId: string
  submissionId: string | null
  /** Pupil account, where there is one. */
  customerId: CustomerId | null
  /** Child's name as shown to the guardian. */
  subject: string
  guardian: PaperGuardian
  /** Requests of this guardian to be answered: the family's consents, and the pupil's face. */
  requestIds: { family: string | undefined; faces: string | undefined }
  said: Pick<PaperConsent, 'answers' | 'on' | 'scanId'>
  /** School's own day. */
  today: Day
  nowMs: number
  random: Random
  mail: MailCtx
  byUser: UserId
  effects: readonly ConsentEffect[]
}

/**
 * Records a guardian's answers on paper, under their pending request or a new one. The effects equal those of an answer by link,
 * and either can be changed by the other way.
 * @throws AppError request.invalid (a future day, a purpose not asked about, faces without a pupil or a signer),
 * offer.scan-missing (consent to faces without a scan)
 */
export async function writeDownPaper(tx: Tx, of: OnPaper): Promise<void> {
  const { said, today, requestIds } = of
  if (said.on > today) throw new AppError('request.invalid', { field: 'change.on' })
  await requireAsked(tx, of)
  const parts = [
    { answers: said.answers.filter(({ purpose }) => purpose !== facesPurpose), requestId: requestIds.family },
    { answers: said.answers.filter(({ purpose }) => purpose === facesPurpose), requestId: requestIds.faces },
  ].filter(({ answers }) => answers.length > 0)
  const ids = [of.id]
  for (const { answers, requestId } of parts) {
    const { request, token } = await requestFor(tx, of, answers, requestId)
    await keep(tx, of, { request, answers, ids })
    await settle(tx, { ...of, userId: of.byUser }, request, answers)
    await notify(tx, of, request, token)
  }
}

async function requireAsked(tx: Tx, { schoolId, said, customerId, guardian }: OnPaper): Promise<void> {
  const wordings = await currentWordings(tx, schoolId)
  const { answers, scanId } = said
  const isKnown = ({ purpose, version }: ConsentAnswer) =>
    wordings.some((each) => each.purpose === purpose && each.isOffered && version <= each.version)
  const isOnce = new Set(answers.map(({ purpose }) => purpose)).size === answers.length
  const face = answers.find(({ purpose }) => purpose === facesPurpose)
  const isForFaces = face === undefined || (customerId !== null && (guardian.maySign || !face.agrees))
  if (!isOnce || !answers.every(isKnown) || !isForFaces)
    throw new AppError('request.invalid', { field: 'change.answers' })
  if (face?.agrees && scanId === null) throw new AppError('offer.scan-missing', { field: 'change.scanId' })
}

/** Returns the request to answer; a new one has a link not emailed yet. */
async function requestFor(
  tx: Tx,
  { schoolId, nowMs, random, ...of }: OnPaper,
  answers: readonly ConsentAnswer[],
  id: string | undefined,
): Promise<{ request: RequestRow; token?: string }> {
  const asked = answers.map(({ purpose }) => purpose)
  const isFaces = asked.includes(facesPurpose)
  const known = id === undefined ? undefined : await lockRequest(tx, schoolId, id)
  if (known) {
    // Answers can be withdrawn by the same link, so their purposes are listed there afterwards.
    const purposes = [...new Set([...known.purposes, ...asked])]
    const maySign = known.maySign || (isFaces && of.guardian.maySign)
    const set = { purposes, maySign }
    await tx
      .update(consentRequests)
      .set(set)
      .where(and(eq(consentRequests.schoolId, schoolId), eq(consentRequests.id, known.id)))
    return { request: { ...known, ...set } }
  }
  const { name: guardian, email, language, maySign } = of.guardian
  const { token, tokenHash } = createToken(random)
  const at = toInstant(nowMs)
  const about = isFaces
    ? { customerId: of.customerId, maySign }
    : { studentId: of.studentId, submissionId: of.submissionId }
  const [request] = await tx
    .insert(consentRequests)
    .values({
      ...about,
      schoolId,
      id: uuidv7(nowMs, random),
      tokenHash,
      subject: of.subject,
      guardian,
      email,
      language,
      purposes: asked,
      askedAt: at,
      askedBy: of.byUser,
    })
    .returning()
  if (!request) throw new Error('the request was not stored')
  return { request, token }
}

interface Stored {
  request: RequestRow
  answers: readonly ConsentAnswer[]
  /** Ids for the decisions; the first is the command's. */
  ids: string[]
}

/** Stores the decision. For an earlier day, consents and refusals take effect at different times, so they become two. */
async function keep(tx: Tx, of: OnPaper, { request, answers, ids }: Stored): Promise<void> {
  const { schoolId, nowMs, random, byUser, said } = of
  const paper = { on: said.on, today: of.today, nowMs, timeZone: of.mail.school.timeZone }
  const byTime = Map.groupBy(answers, ({ agrees }) => paperDecidedMs(paper, agrees))
  for (const [decidedMs, together] of byTime) {
    const act = {
      schoolId,
      id: ids.pop() ?? uuidv7(nowMs, random),
      requestId: request.id,
      byUser,
      scanId: said.scanId,
      language: of.guardian.language,
      decidedAt: toInstant(decidedMs),
      receivedAt: toInstant(nowMs),
      counts: true,
    }
    await addAct(tx, act, together)
  }
}

/** Emails the decision. A family without a link gets one: consent given on paper can then be withdrawn online. */
async function notify(
  tx: Tx,
  { mail, subject }: OnPaper,
  request: RequestRow,
  token: string | undefined,
): Promise<void> {
  const { email: to, language, studentId } = request
  if (to === '') return
  if (token === undefined)
    await queueMail(tx, mail, { to, language, studentId, template: 'consent-received', params: { subject, path: '/' } })
  else
    await queueMail(tx, mail, {
      to,
      language,
      studentId,
      template: 'consent-paper',
      params: { subject, path: `/consent/${token}` },
    })
}

/** Returns all consent requests about this pupil's face, the earliest first. */
export const faceRequestsOf = (tx: Tx, schoolId: string, customerId: CustomerId) => {
  const { id, guardian, email, answeredAt, revokedAt } = consentRequests
  return tx
    .select({ id, guardian, email, answeredAt, revokedAt })
    .from(consentRequests)
    .where(
      and(
        eq(consentRequests.schoolId, schoolId),
        eq(consentRequests.customerId, customerId),
        sql`${facesPurpose} = any(${consentRequests.purposes})`,
      ),
    )
    .orderBy(asc(consentRequests.askedAt), asc(id))
}
