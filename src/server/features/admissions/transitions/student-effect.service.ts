import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { SeatEffect, StatusMove } from '#shared/students/student-moves.rules.ts'
import type { StudentOutcome } from '#shared/students/student-status.rules.ts'
import { childIdOf, childNames, placeOf } from '../file/student-place.service.ts'
import { acceptOffer, endOffer, type OfferBy, pauseOffer, resumeOffer, sendOffer } from '../offers/offer.service.ts'
import { issueOfferLetter, withdrawOfferLetter } from '../offers/offer-paper.service.ts'
import { findOffer, liveOffer, type Offer } from '../offers/offer-read.service.ts'
import { oweRefund } from '../offers/settlement.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { firmSeat, releaseSeat, takeSeat } from '../seats/seat.service.ts'
import { keepLine, lineBy } from '../waiting-list/student-line.service.ts'
import type { Stepper } from './student-step.types.ts'

interface Taken {
  before: Student
  after: Student
  move: StatusMove
  /** The draft that is sent with this step. */
  offerId: string | null
  byUser: UserId | null
  /** Others were before them on the waiting list. */
  isOvertaking: boolean
}

/**
 * What a step does to the student's seat and offer, in its own transaction: by the graph for the seat, and for the offer by where
 * the step leads and how it closes the file. The student is locked; a place is locked after it, never before.
 * @returns whether an offer has ended with it, of which the family is told by the offer
 */
export async function applyEffects(tx: Tx, by: Stepper, taken: Taken): Promise<boolean> {
  if (taken.move.seat) await seatEffects[taken.move.seat](tx, by, taken.after)
  const { before, after } = taken
  await keepLine(tx, lineBy(by), { before, after, isOvertaking: taken.isOvertaking })
  return offerEffect(tx, { mail: by.mail, nowMs: by.nowMs, userId: taken.byUser }, taken)
}

const seatEffects: Record<SeatEffect, (tx: Tx, by: Stepper, student: Student) => Promise<void>> = {
  take: async (tx, by, student) =>
    takeSeat(tx, by, {
      studentId: student.id,
      childId: await childIdOf(tx, student),
      place: placeOf(student),
    }),
  firm: (tx, by, { id }) => firmSeat(tx, by, id),
  release: (tx, by, { id }) => releaseSeat(tx, by, id),
  keep: () => Promise.resolve(),
}

/** How an offer ends with the file, or with going back to the waiting list by whom it was given up. */
const endOf: Record<StudentOutcome, 'declined' | 'expired' | 'rescinded'> = {
  'refused-by-school': 'rescinded',
  'withdrawn-by-family': 'declined',
  'declined-by-family': 'declined',
  'offer-expired': 'expired',
  'offer-rescinded': 'rescinded',
  'deposit-overdue': 'expired',
  'intake-closed': 'rescinded',
}

async function offerEffect(tx: Tx, by: OfferBy, { before, after, move, offerId }: Taken): Promise<boolean> {
  const { schoolId, id } = after
  const child = childNames(after)
  if (after.status === 'offer-out' && offerId !== null) {
    const draft = await findOffer(tx, schoolId, offerId)
    if (draft?.studentId !== id) throw new Error('the offer to be sent is not this student’s')
    await sendOffer(tx, by, child, draft)
    await issueAsItIs(tx, by, after)
    return false
  }
  const offer = await liveOffer(tx, schoolId, id)
  if (!offer) return false
  const end = offerEnd(after, move)
  if (end) {
    await endOffer(tx, by, child, { offer, to: end })
    await withdrawOfferLetter(tx, by, after)
    if (offer.state === 'accepted' && after.outcome) {
      const { withdrawalRefund } = (await readRules(tx, schoolId)).rules
      await oweRefund(tx, by, offer, { outcome: after.outcome, withdrawalRefund })
    }
    return true
  }
  await goOn(tx, by, { before, after, offer })
  return false
}

async function goOn(
  tx: Tx,
  by: OfferBy,
  { before, after, offer }: { before: Student; after: Student; offer: Offer },
): Promise<void> {
  const child = childNames(after)
  if (after.status === 'on-hold') return pauseOffer(tx, by, offer)
  if (before.status === 'on-hold') await resumeOffer(tx, by, child, offer)
  else if (after.status === 'accepted') await acceptOffer(tx, by, child, offer)
  else return
  return issueAsItIs(tx, by, after)
}

function offerEnd(after: Student, move: StatusMove): 'declined' | 'expired' | 'rescinded' | undefined {
  if (move.outcome) return endOf[move.outcome]
  if (after.status === 'waiting') return move.by.includes('clock') ? 'expired' : 'declined'
  return undefined
}

/** The letter says what the offer says from now on. */
async function issueAsItIs(tx: Tx, by: OfferBy, student: Student): Promise<void> {
  const offer = await liveOffer(tx, student.schoolId, student.id)
  if (offer) await issueOfferLetter(tx, by, student, offer)
}
