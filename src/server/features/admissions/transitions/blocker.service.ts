import { documentsSettled } from '#server/features/documents/document.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isAnswerable, type OfferClock, offerTime } from '#shared/admissions/offers/offer-state.rules.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { type Day, fromInstant, hourMs } from '#shared/kernel/time.ts'
import type { ActorRole, Guard, StatusTransition } from '#shared/students/status-transition.types.ts'
import { missingAppointment } from '../appointments/booking-outcome.service.ts'
import { readinessBlocker } from '../eligibility/readiness.service.ts'
import { ageBlocker } from '../eligibility/student-age.service.ts'
import { consentBlocker } from '../eligibility/student-consent.policy.ts'
import { formalityBlocker } from '../eligibility/student-formality.service.ts'
import { cameByList, identityBlocker } from '../eligibility/student-identity.service.ts'
import { offerSeatBlocker } from '../file/student-place.service.ts'
import { activeOffer, isPaid, isSigned, type Offer } from '../offers/offer-read.service.ts'
import { acceptanceBlocker } from '../offers/student-acceptance.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { scoringBlocker } from '../scoring/scoring.service.ts'

/** When a guard is checked: by the server's clock, and on the school's own day. */
interface When {
  nowMs: number
  today: Day
}

/** Returns the blocker, as the message that says what to do, or nothing. Called in the transaction of the transition. */
type Check = (student: Student, tx: Tx, when: When) => Promise<MessageId | undefined> | MessageId | undefined

/** One check for each guard of the transition table. What is not on file blocks: no seat is offered that nobody has counted. */
const checks: Record<Guard, Check> = {
  'application-submitted': ({ origin, submissionId }) =>
    origin === 'import' || submissionId !== null ? undefined : 'student.not-submitted',
  'identity-checked': (student, tx, { today }) => identityBlocker(tx, student, today),
  'listed-identity-checked': async (student, tx, { today }) =>
    (await cameByList(tx, student)) ? identityBlocker(tx, student, today) : undefined,
  'age-judged': (student, tx) => ageBlocker(tx, student),
  'criteria-settled': (student, tx) => criteriaBlocker(tx, student),
  'offer-ready': (student, tx, { today }) => readinessBlocker(tx, student, today),
  'no-other-offer': (student, tx) => offerSeatBlocker(tx, student),
  'seat-free': async (student, tx) => {
    const blocker = await offerSeatBlocker(tx, student)
    return blocker === 'student.seats-full' ? blocker : undefined
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
    const offer = await activeOffer(tx, student.schoolId, student.id)
    return offer && acceptanceBlocker(tx, student, offer)
  },
  'money-received': withOffer(
    'student.money-missing',
    async (offer, tx) => offer.state === 'accepted' && (await isPaid(tx, offer)),
  ),
  'documents-settled': async (student, tx, { today }) =>
    (await documentsSettled(tx, student, today)) ? undefined : 'student.documents-open',
  'consents-answered': (student, tx) => consentBlocker(tx, student),
  'contract-signed': (student, tx) => formalityBlocker(tx, student, 'contract'),
  'regulator-registered': (student, tx) => formalityBlocker(tx, student, 'registration'),
  'before-first-day': withOffer('student.after-first-day', (offer, _tx, { today }) => today < offer.terms.startOn),
}

/**
 * Returns what the school scores for the student's grade and year and is still missing. A student with an offer was assessed
 * before the first one: what a school asks of others later holds up no new version of it.
 */
async function criteriaBlocker(tx: Tx, student: Student): Promise<MessageId | undefined> {
  if (student.status === 'offer-out') return undefined
  const { blocker, set } = await scoringBlocker(tx, student)
  if (blocker || !set) return blocker
  const missing = await missingAppointment(tx, student.schoolId, student.id, set.body.appointments)
  return missing ? 'student.appointment-open' : undefined
}

interface OfferWhen extends When {
  graceMs: number
  /** Whether the school closes files for a deposit that is overdue. */
  isForced: boolean
}

/** Checks the student's live offer; without one it blocks. */
function withOffer(
  blocker: MessageId,
  holds: (offer: Offer, tx: Tx, when: OfferWhen) => Promise<boolean> | boolean,
): Check {
  return async ({ schoolId, id }, tx, when) => {
    const offer = await activeOffer(tx, schoolId, id)
    if (!offer) return blocker
    const { rules } = await readRules(tx, schoolId)
    const more = { graceMs: rules.graceHours * hourMs, isForced: rules.depositOverdue }
    return (await holds(offer, tx, { ...when, ...more })) ? undefined : blocker
  }
}

/** Picks what the times of an offer are reckoned by. */
const clockOf = ({ expiresAt, pausedAt }: Offer, graceMs: number): OfferClock => ({
  expiresMs: fromInstant(expiresAt),
  graceMs,
  pausedMs: pausedAt === null ? null : fromInstant(pausedAt),
})

/** Returns the reasons that currently block this transition. */
export async function findBlockers(
  tx: Tx,
  student: Student,
  { guards = [] }: Pick<StatusTransition, 'guards'>,
  when: When,
): Promise<MessageId[]> {
  const found: MessageId[] = []
  for (const guard of guards) {
    const blocker = await checks[guard](student, tx, when)
    if (blocker) found.push(blocker)
  }
  return found
}

/**
 * Splits a transition by what its actor may override: the head may offer before everything is done that the school's rules ask
 * for, with a note. `unmet` is the first of it, for such an actor alone; for others it stays among the guards.
 */
export async function splitOverride(
  tx: Tx,
  student: Student,
  move: Pick<StatusTransition, 'guards'>,
  { actorRoles, ...when }: When & { actorRoles: readonly ActorRole[] },
): Promise<{ move: Pick<StatusTransition, 'guards'>; unmet: MessageId | undefined }> {
  const { guards = [] } = move
  if (!guards.includes('offer-ready') || !actorRoles.includes('head')) return { move, unmet: undefined }
  const unmet = await checks['offer-ready'](student, tx, when)
  return { move: { guards: guards.filter((guard) => guard !== 'offer-ready') }, unmet }
}
