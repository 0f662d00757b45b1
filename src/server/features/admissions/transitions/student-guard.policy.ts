import { documentsSettled } from '#server/features/documents/document.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isAnswerable, type OfferClock, offerTime } from '#shared/admissions/offers/offer-state.rules.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { type Day, fromInstant, hourMs } from '#shared/kernel/time.ts'
import type { Guard, StatusMove } from '#shared/students/student-moves.rules.ts'
import { ageHindrance } from '../eligibility/student-age.service.ts'
import { consentHindrance } from '../eligibility/student-consent.policy.ts'
import { formalityHindrance } from '../eligibility/student-formality.service.ts'
import { cameByList, identityHindrance } from '../eligibility/student-identity.service.ts'
import { offerHindrance } from '../file/student-place.service.ts'
import { isPaid, isSigned, liveOffer, type Offer } from '../offers/offer-read.service.ts'
import { acceptanceHindrance } from '../offers/student-acceptance.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { criteriaHindrance } from './student-readiness.service.ts'

/** When it is asked: by the server's clock, and on the school's own day. */
interface When {
  nowMs: number
  today: Day
}

/** What stands against it, as the message that says what to do; nothing when it is so. Asked in the step's own transaction. */
type Check = (student: Student, tx: Tx, when: When) => Promise<MessageId | undefined> | MessageId | undefined

/** What is not kept here yet cannot be so: nobody is offered a seat that is not counted, or booked without money seen. */
const checks: Record<Guard, Check> = {
  'application-submitted': ({ origin, submissionId }) =>
    origin === 'import' || submissionId !== null ? undefined : 'student.not-submitted',
  'identity-checked': (student, tx, { today }) => identityHindrance(tx, student, today),
  'listed-identity-checked': async (student, tx, { today }) =>
    (await cameByList(tx, student)) ? identityHindrance(tx, student, today) : undefined,
  'age-judged': (student, tx) => ageHindrance(tx, student),
  'criteria-settled': (student, tx) => criteriaHindrance(tx, student),
  'no-other-offer': (student, tx) => offerHindrance(tx, student),
  'seat-free': async (student, tx) => {
    const hindrance = await offerHindrance(tx, student)
    return hindrance === 'student.seats-full' ? hindrance : undefined
  },
  'intake-over': async ({ schoolId, entryYear }, tx, { today }) => {
    const { intakeEnds } = (await readRules(tx, schoolId)).rules
    const isOver = intakeEnds.some((end) => end.entryYear === entryYear && end.on < today)
    return isOver ? undefined : 'student.no-such-move'
  },
  'offer-live': withOffer('student.no-live-offer', (offer, _tx, { nowMs, graceMs }) => {
    const time = offerTime(clockOf(offer, graceMs), nowMs)
    return isAnswerable(offer.state) && (time === 'open' || time === 'grace')
  }),
  'offer-expired': withOffer(
    'student.offer-runs',
    (offer, _tx, { nowMs, graceMs }) =>
      isAnswerable(offer.state) && offerTime(clockOf(offer, graceMs), nowMs) === 'over',
  ),
  'deposit-overdue': withOffer('student.deposit-runs', async (offer, tx, { today, isForced }) => {
    const { state, depositDueOn, pausedAt } = offer
    const isOver = state === 'accepted' && pausedAt === null && depositDueOn !== null && depositDueOn < today
    return isForced && isOver && !(await isPaid(tx, offer))
  }),
  'signers-done': withOffer('student.signature-missing', (offer, tx) => isSigned(tx, offer)),
  'forms-answered': async (student, tx) => {
    const offer = await liveOffer(tx, student.schoolId, student.id)
    return offer && acceptanceHindrance(tx, student, offer)
  },
  'money-received': withOffer(
    'student.money-missing',
    async (offer, tx) => offer.state === 'accepted' && (await isPaid(tx, offer)),
  ),
  'documents-settled': async (student, tx, { today }) =>
    (await documentsSettled(tx, student, today)) ? undefined : 'student.documents-open',
  'consents-answered': (student, tx) => consentHindrance(tx, student),
  'contract-signed': (student, tx) => formalityHindrance(tx, student, 'contract'),
  'regulator-registered': (student, tx) => formalityHindrance(tx, student, 'registration'),
  'before-first-day': withOffer('student.after-first-day', (offer, _tx, { today }) => today < offer.terms.startOn),
}

interface OfferWhen extends When {
  graceMs: number
  /** Whether the school closes files for a deposit that is overdue. */
  isForced: boolean
}

/** It is so when the student has an offer of which it is so. */
function withOffer(
  hindrance: MessageId,
  isSo: (offer: Offer, tx: Tx, when: OfferWhen) => Promise<boolean> | boolean,
): Check {
  return async ({ schoolId, id }, tx, when) => {
    const offer = await liveOffer(tx, schoolId, id)
    if (!offer) return hindrance
    const { rules } = await readRules(tx, schoolId)
    const more = { graceMs: rules.graceHours * hourMs, isForced: rules.depositOverdue }
    return (await isSo(offer, tx, { ...when, ...more })) ? undefined : hindrance
  }
}

/** What a clock reads of an offer. */
const clockOf = ({ expiresAt, pausedAt }: Offer, graceMs: number): OfferClock => ({
  expiresMs: fromInstant(expiresAt),
  graceMs,
  pausedMs: pausedAt === null ? null : fromInstant(pausedAt),
})

/** Everything that stands against a step as yet. */
export async function hindrancesOf(
  tx: Tx,
  student: Student,
  { guards = [] }: Pick<StatusMove, 'guards'>,
  when: When,
): Promise<MessageId[]> {
  const found: MessageId[] = []
  for (const guard of guards) {
    const hindrance = await checks[guard](student, tx, when)
    if (hindrance) found.push(hindrance)
  }
  return found
}
