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

/** Somebody who answers for a child. */
export interface PaperGuardian {
  name: string
  email: string
  language: Language
  maySign: boolean
}

interface OnPaper {
  schoolId: string
  /** The command's id. */
  id: string
  studentId: string
  submissionId: string | null
  /** The pupil's account, where there is one. */
  customerId: CustomerId | null
  /** Whom it is about, as the guardian reads it. */
  subject: string
  guardian: PaperGuardian
  /** The request of this guardian that is answered: about what a family allows, and about the pupil's face. */
  requestIds: { family: string | undefined; faces: string | undefined }
  said: Pick<PaperConsent, 'answers' | 'on' | 'scanId'>
  /** The school's own day. */
  today: Day
  nowMs: number
  random: Random
  mail: MailCtx
  byUser: UserId
  effects: readonly ConsentEffect[]
}

/**
 * Writes down what a guardian has answered on paper: as an answer to the request that waits for them, or to one that is made for it.
 * What follows is what follows from an answer by link, and either can be changed by the other way.
 * @throws AppError request.invalid (a day that has not come, what is not asked about, faces without a pupil or a signer),
 * offer.scan-missing (faces are agreed to without a scan)
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
    await tell(tx, of, request, token)
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

/** The request that is answered; a new one has a link that was mailed to nobody yet. */
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
    // What was answered can be withdrawn by the same link, so it is asked about there from now on.
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

interface Kept {
  request: RequestRow
  answers: readonly ConsentAnswer[]
  /** The command's id, for the first that is kept. */
  ids: string[]
}

/** Of an earlier day what was agreed to and what was refused count from different times. */
async function keep(tx: Tx, of: OnPaper, { request, answers, ids }: Kept): Promise<void> {
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

/** A family that has no link to it yet gets one with the mail: what is agreed to on paper can be withdrawn without. */
async function tell(tx: Tx, { mail, subject }: OnPaper, request: RequestRow, token: string | undefined): Promise<void> {
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

/** Everybody who was asked about this pupil's face, the earliest first. */
export const faceAsksOf = (tx: Tx, schoolId: string, customerId: CustomerId) => {
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
