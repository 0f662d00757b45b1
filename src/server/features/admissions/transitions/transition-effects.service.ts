import { tellPrograms } from '#server/features/programs/webhooks/tell-programs.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { SeatEffect, StatusTransition } from '#shared/students/status-transition.types.ts'
import type { StudentOutcome } from '#shared/students/student-status.rules.ts'
import { recordFeeRefundDue } from '../fees/student-fee.service.ts'
import { openNotice } from '../fees/student-notice.service.ts'
import { childIdOf, childNames, placeOf } from '../file/student-place.service.ts'
import { applyAccountEffect } from '../joining/student-account.service.ts'
import { applyFamilyEffect } from '../joining/student-family.service.ts'
import { acceptOffer, endOffer, type OfferBy, pauseOffer, resumeOffer, sendOffer } from '../offers/offer.service.ts'
import { issueOfferLetter, withdrawOfferLetter } from '../offers/offer-paper.service.ts'
import { activeOffer, findOffer, type Offer } from '../offers/offer-read.service.ts'
import { recordRefundDue } from '../offers/settlement.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { confirmSeat, releaseSeat, takeSeat } from '../seats/seat.service.ts'
import { updateWaitlistPositions, waitlistActor } from '../waiting-list/waitlist.service.ts'
import type { Actor } from './actor.service.ts'

/** A transition that is written, with what its effects depend on. */
interface AppliedTransition {
  before: Student
  after: Student
  move: StatusTransition
  /** The row of its history. */
  changeId: string
  reason: string | null
  /** The draft that is sent with it. */
  offerId: string | null
  byUser: UserId | null
  /** Others were before them on the waiting list. */
  isOutOfOrder: boolean
}

/**
 * Applies what follows from a transition, in its transaction: the fee that is owed back, the notice to the regulator, the seat, the
 * waiting list and the offer. The student is locked; a seat category is locked after it, never before.
 * @returns whether an offer has ended with it, whose email notifies the family
 */
export async function applyEffects(
  tx: Tx,
  by: Actor,
  applied: AppliedTransition,
): Promise<{ isNotifiedByOffer: boolean }> {
  const { before, after, move, byUser, isOutOfOrder } = applied
  if (after.status === 'rejected') {
    await recordFeeRefundDue(tx, by, after, byUser)
    await openNotice(tx, by, after, applied)
  }
  if (move.seat) await seatEffects[move.seat](tx, by, after)
  if (before.status === 'waiting' || after.status === 'waiting')
    await updateWaitlistPositions(tx, waitlistActor(by), { before, after, isOutOfOrder })
  const isNotifiedByOffer = await applyOfferEffect(tx, { mail: by.mail, nowMs: by.nowMs, userId: byUser }, applied)
  return { isNotifiedByOffer }
}

/**
 * Applies what joining the school brings, or giving the place up ends: access for the family, and the pupil account. Last of all:
 * the account takes a version of the snapshot, for which every till of the school waits.
 */
export async function applyJoiningEffects(tx: Tx, by: Actor, applied: AppliedTransition): Promise<void> {
  if (applied.before.status !== 'confirmed' && applied.after.status !== 'confirmed') return
  const { id: studentId, schoolId, status } = applied.after
  if (status === 'confirmed') await tellPrograms(tx, { ...by, schoolId }, 'student.enrolled', { studentId })
  await applyFamilyEffect(tx, by, applied)
  await applyAccountEffect(tx, by, applied)
}

const seatEffects: Record<SeatEffect, (tx: Tx, by: Actor, student: Student) => Promise<void>> = {
  take: async (tx, by, student) =>
    takeSeat(tx, by, {
      studentId: student.id,
      childId: await childIdOf(tx, student),
      place: placeOf(student),
    }),
  firm: (tx, by, { id }) => confirmSeat(tx, by, id),
  release: (tx, by, { id }) => releaseSeat(tx, by, id),
  keep: () => Promise.resolve(),
}

/** How an offer ends with the outcome of a closed file. */
const endByOutcome: Record<StudentOutcome, 'declined' | 'expired' | 'rescinded'> = {
  'refused-by-school': 'rescinded',
  'withdrawn-by-family': 'declined',
  'declined-by-family': 'declined',
  'offer-expired': 'expired',
  'offer-rescinded': 'rescinded',
  'deposit-overdue': 'expired',
  'intake-closed': 'rescinded',
}

/** @returns whether the offer has ended */
async function applyOfferEffect(
  tx: Tx,
  by: OfferBy,
  { before, after, move, offerId }: AppliedTransition,
): Promise<boolean> {
  const { schoolId, id } = after
  const child = childNames(after)
  if (after.status === 'offer-out' && offerId !== null) {
    const draft = await findOffer(tx, schoolId, offerId)
    if (draft?.studentId !== id) throw new Error('the offer to be sent is not this student’s')
    await sendOffer(tx, by, child, draft)
    await issueCurrentLetter(tx, by, after)
    return false
  }
  const offer = await activeOffer(tx, schoolId, id)
  if (!offer) return false
  const end = offerEndOf(after, move)
  if (end) {
    await endOffer(tx, by, child, { offer, to: end })
    await withdrawOfferLetter(tx, by, after)
    if (offer.state === 'accepted' && after.outcome) {
      const { withdrawalRefund } = (await readRules(tx, schoolId)).rules
      await recordRefundDue(tx, by, offer, { outcome: after.outcome, withdrawalRefund })
    }
    return true
  }
  await continueOffer(tx, by, { before, after, offer })
  return false
}

/** Pauses, resumes or accepts the offer, as its student goes on. */
async function continueOffer(
  tx: Tx,
  by: OfferBy,
  { before, after, offer }: { before: Student; after: Student; offer: Offer },
): Promise<void> {
  const child = childNames(after)
  if (after.status === 'on-hold') return pauseOffer(tx, by, offer)
  if (before.status === 'on-hold') await resumeOffer(tx, by, child, offer)
  else if (after.status === 'accepted') await acceptOffer(tx, by, child, offer)
  else return
  return issueCurrentLetter(tx, by, after)
}

function offerEndOf(after: Student, move: StatusTransition): 'declined' | 'expired' | 'rescinded' | undefined {
  if (move.outcome) return endByOutcome[move.outcome]
  if (after.status === 'waiting') return move.by.includes('clock') ? 'expired' : 'declined'
  return undefined
}

/** Issues the letter of the offer as it stands now. */
async function issueCurrentLetter(tx: Tx, by: OfferBy, student: Student): Promise<void> {
  const offer = await activeOffer(tx, student.schoolId, student.id)
  if (offer) await issueOfferLetter(tx, by, student, offer)
}
