import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isAnswerable } from '#shared/admissions/offers/offer-state.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { childNames } from '../file/student-place.service.ts'
import { updateStudent } from '../file/student-row.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { applyDirectTransition } from '../transitions/apply-transition.service.ts'
import { findBlockers } from '../transitions/blocker.service.ts'
import { saveAnswer } from './offer-answer.service.ts'
import { emailLinkAgain } from './offer-mail.service.ts'
import { isSigned, type Offer, requireLiveOffer, signersOf } from './offer-read.service.ts'
import { requireScan } from './offer-scan.service.ts'
import { signatureBlocker } from './student-acceptance.service.ts'

interface Params {
  offerId: string
  commandId: string
  decidedAt: Instant
}

/**
 * Records a signature on paper, given in front of staff, with its scan. With the last signature the offer is accepted.
 * @throws AppError request.not-found, offer.over, offer.paused, offer.scan-missing,
 * offer.forms-open
 */
export async function signOnPaper(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { signerId, scanId, ...asked }: Params & { signerId: string; scanId?: string | undefined },
): Promise<Student> {
  const offer = await offerToSign(tx, by, student, { offerId: asked.offerId, signerId })
  const scan = await requireScan(tx, { schoolId: by.schoolId, offerId: offer.id, signerId }, scanId)
  const blocker = await signatureBlocker(tx, student, offer, signerId)
  if (blocker) throw new AppError(blocker)
  await saveAnswer(tx, {
    schoolId: by.schoolId,
    id: asked.commandId,
    offerId: offer.id,
    signerId,
    kind: 'paper',
    keepPlace: false,
    byUser: by.userId,
    scanId: scan.id,
    askedHash: sha256Hex(`${offer.id} ${signerId}`),
    at: toInstant(by.nowMs),
  })
  const facts = { version: offer.version, format: scan.kind }
  await recordAuditEvent(tx, by.mail, 'paper-signature', { about: student.id, by: by.userId, facts })
  return (await isSigned(tx, offer))
    ? applyDirectTransition(tx, by, student, 'accepted', asked.decidedAt)
    : updateStudent(tx, student, {})
}

/**
 * Returns the offer that this signer may still sign on paper.
 * @throws AppError request.not-found, offer.over, offer.paused
 */
export async function offerToSign(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { offerId, signerId }: { offerId: string; signerId: string },
): Promise<Offer> {
  const offer = await requireLiveOffer(tx, student, offerId)
  await requireAnswerable(tx, by, student, offer)
  if (!(await signersOf(tx, offer)).some(({ id }) => id === signerId))
    throw new AppError('request.not-found', { field: 'change.signerId' })
  return offer
}

/**
 * Emails a signer another link, beside those before; after acceptance it leads to what was accepted.
 * @throws AppError request.not-found, offer.over, offer.paused
 */
export async function resendLink(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { offerId, signerId }: { offerId: string; signerId: string },
): Promise<Student> {
  const offer = await requireLiveOffer(tx, student, offerId)
  if (offer.state !== 'accepted') await requireAnswerable(tx, by, student, offer)
  const signer = (await signersOf(tx, offer)).find(({ id }) => id === signerId)
  if (!signer) throw new AppError('request.not-found', { field: 'change.signerId' })
  await emailLinkAgain(tx, by, childNames(student), offer, signer)
  const facts = { version: offer.version }
  await recordAuditEvent(tx, by.mail, 'offer-link-mailed', { about: student.id, by: by.userId, facts })
  return updateStudent(tx, student, {})
}

/** Checks that an offer can be answered now. @throws AppError offer.over, offer.paused */
async function requireAnswerable(tx: Tx, by: StaffActor, student: Student, offer: Offer): Promise<void> {
  if (offer.pausedAt !== null) throw new AppError('offer.paused')
  const blockers = await findBlockers(tx, student, { guards: ['offer-live'] }, by)
  if (!isAnswerable(offer.state) || blockers.length > 0) throw new AppError('offer.over')
}
