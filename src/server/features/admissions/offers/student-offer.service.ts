import { noteAct } from '#server/features/audit/audit.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isAnswerable } from '#shared/admissions/offers/offer-state.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { Minor } from '#shared/kernel/money.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import type { Place } from '#shared/students/seat.contract.ts'
import { moversOf } from '#shared/students/student-movers.rules.ts'
import type { Mover } from '#shared/students/student-moves.rules.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import { moverOfStep } from '#shared/students/student-steps.rules.ts'
import { requireTimelyDeposit } from '../fees/student-money.policy.ts'
import { childNames } from '../file/student-place.service.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { liveHolds } from '../seats/seat.service.ts'
import { hindrancesOf } from '../transitions/student-guard.policy.ts'
import { judge, take } from '../transitions/student-move.service.ts'
import type { Decider } from '../transitions/student-step.types.ts'
import { keepLine, lineBy } from '../waiting-list/student-line.service.ts'
import { keepAnswer, keepDeposit } from './offer-answer.service.ts'
import { mailLinkAgain } from './offer-mail.service.ts'
import { isPaid, isSigned, liveOffer, type Offer, signersOf } from './offer-read.service.ts'
import { requireScan } from './offer-scan.service.ts'
import { signatureHindrance } from './student-acceptance.service.ts'

interface Asked {
  offerId: string
  commandId: string
  decidedAt: Instant
}

/**
 * Somebody has signed the letter on paper, in front of staff, and its scan is here. With the last signature the offer is
 * accepted. @throws AppError access.denied, request.not-found, offer.over, offer.paused, offer.scan-missing,
 * offer.forms-open
 */
export async function signOnPaper(
  tx: Tx,
  by: Decider,
  student: Student,
  { signerId, scanId, ...asked }: Asked & { signerId: string; scanId?: string | undefined },
): Promise<Student> {
  const offer = await offerToSign(tx, by, student, { offerId: asked.offerId, signerId })
  const scan = await requireScan(tx, { schoolId: by.schoolId, offerId: offer.id, signerId }, scanId)
  const hindrance = await signatureHindrance(tx, student, offer, signerId)
  if (hindrance) throw new AppError(hindrance)
  await keepAnswer(tx, {
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
  await noteAct(tx, by.mail, 'paper-signature', { about: student.id, by: by.userId, facts })
  return (await isSigned(tx, offer)) ? takePlain(tx, by, student, 'accepted', asked) : updateStudent(tx, student, {})
}

/**
 * The offer that this signer may still sign on paper, for whoever may write that down.
 * @throws AppError access.denied, request.not-found, offer.over, offer.paused
 */
export async function offerToSign(
  tx: Tx,
  by: Decider,
  student: Student,
  { offerId, signerId }: { offerId: string; signerId: string },
): Promise<Offer> {
  requireMover(by, ['officer', 'registrar'])
  const offer = await offerAsked(tx, student, offerId)
  await requireAnswerable(tx, by, student, offer)
  if (!(await signersOf(tx, offer)).some(({ id }) => id === signerId))
    throw new AppError('request.not-found', { field: 'change.signerId' })
  return offer
}

/**
 * Mails a signer another link, beside those before; after acceptance it leads to what was accepted.
 * @throws AppError access.denied, request.not-found, offer.over, offer.paused
 */
export async function resendLink(
  tx: Tx,
  by: Decider,
  student: Student,
  { offerId, signerId }: { offerId: string; signerId: string },
): Promise<Student> {
  requireMover(by, ['officer', 'registrar'])
  const offer = await offerAsked(tx, student, offerId)
  if (offer.state !== 'accepted') await requireAnswerable(tx, by, student, offer)
  const signer = (await signersOf(tx, offer)).find(({ id }) => id === signerId)
  if (!signer) throw new AppError('request.not-found', { field: 'change.signerId' })
  await mailLinkAgain(tx, by, childNames(student), offer, signer)
  const facts = { version: offer.version }
  await noteAct(tx, by.mail, 'offer-link-mailed', { about: student.id, by: by.userId, facts })
  return updateStudent(tx, student, {})
}

/** @throws AppError offer.over, offer.paused */
async function requireAnswerable(tx: Tx, by: Decider, student: Student, offer: Offer): Promise<void> {
  if (offer.pausedAt !== null) throw new AppError('offer.paused')
  const hindrances = await hindrancesOf(tx, student, { guards: ['offer-live'] }, by)
  if (!isAnswerable(offer.state) || hindrances.length > 0) throw new AppError('offer.over')
}

/**
 * Money that came for the deposit. Once it is all there the seat is booked at once, so that no clock can take it away again; a
 * student on hold is booked when they go on. @throws AppError access.denied, offer.over, offer.receipt-known
 */
export async function receiveDeposit(
  tx: Tx,
  by: Decider,
  student: Student,
  { amount, method, receipt, ...asked }: Asked & { amount: Minor; method: Method; receipt: string },
): Promise<Student> {
  requireMover(by, ['finance'])
  const offer = await offerAsked(tx, student, asked.offerId)
  if (offer.state !== 'accepted' || offer.terms.deposit === null) throw new AppError('offer.over')
  await requireTimelyDeposit(tx, by, student, offer.terms)
  const { schoolId, userId: byUser, nowMs } = by
  const deposit = { schoolId, id: asked.commandId, offerId: offer.id, amount, method, receipt }
  await keepDeposit(tx, { ...deposit, byUser, at: toInstant(nowMs) })
  const { version } = offer
  await noteAct(tx, by.mail, 'deposit-recorded', { about: student.id, by: byUser, facts: { version, method } })
  const isBooked = student.status === 'accepted' && (await isPaid(tx, offer))
  return isBooked ? takePlain(tx, by, student, 'booked', asked) : updateStudent(tx, student, {})
}

type Method = 'cash' | 'card' | 'transfer' | 'cheque'

/** @throws AppError student.seat-held */
export async function requireNoSeat(tx: Tx, { schoolId, id }: Student): Promise<void> {
  if ((await liveHolds(tx, schoolId, [id])).has(id)) throw new AppError('student.seat-held')
}

/** Where the child is to go instead; whoever waits goes on waiting there. @throws AppError student.seat-held */
export async function moveToPlace(tx: Tx, by: Decider, student: Student, place: Place): Promise<Student> {
  await requireNoSeat(tx, student)
  const { campus, entryYear, grade, stream } = place
  const moved = await updateStudent(tx, student, { campus, entryYear, grade, stream })
  const facts = { entryYear, grade }
  await noteAct(tx, by.mail, 'place-changed', { about: student.id, by: by.userId, facts })
  await keepLine(tx, lineBy(by), { before: student, after: moved })
  return moved
}

/** A step that follows from what was just recorded, in the capacity of whoever did that. */
export async function takePlain(tx: Tx, by: Decider, student: Student, to: StudentStatus, { decidedAt }: Asked) {
  const step = { to, outcome: null, reason: null, note: null, reviewOn: null, offerId: null, decidedAt }
  const movers = moversOf(by.roles)
  const move = await judge(tx, student, step, { movers, by })
  const mover = moverOfStep(move, movers)
  if (!mover) throw new AppError('access.denied')
  return take(tx, by, student, { step, move, takers: { mover, byUser: by.userId, approvedBy: null } })
}

/** The offer that is meant, while it is this student's and not over. @throws AppError offer.over */
export async function offerAsked(tx: Tx, { schoolId, id }: Student, offerId: string): Promise<Offer> {
  const offer = await liveOffer(tx, schoolId, id)
  if (offer?.id !== offerId) throw new AppError('offer.over')
  return offer
}

/** Only who acts in one of these capacities. @throws AppError access.denied */
export function requireMover({ roles }: Decider, movers: readonly Mover[]) {
  if (!moversOf(roles).some((mover) => movers.includes(mover))) throw new AppError('access.denied')
}
