import type { Tx } from '#server/kernel/db.ts'
import { familySteps, type StepFacts } from '#shared/admissions/family/family-steps.rules.ts'
import { businessDay, type Day, fromInstant, type Instant } from '#shared/kernel/time.ts'
import { linksOf } from '../appointments/appointment-link.service.ts'
import { bookingsOf } from '../appointments/booking.service.ts'
import { slotsById } from '../appointments/slot.service.ts'
import { historyOf } from '../file/student-file.service.ts'
import { placeFacts } from '../transitions/message-facts.service.ts'
import type { FamilyCtx, FamilyStudent, Guardian } from './family-child.types.ts'
import { type FamilyOffer, familyOffer } from './family-offer.service.ts'
import { kindWords } from './family-needs.service.ts'

type Change = Awaited<ReturnType<typeof historyOf>>[number]
/** Whether the message about a change has reached the family, by the change's id. True where a change has no message of its own. */
export type ToldOf = (changeId: string) => boolean

/** Returns how far the application of a child has come, as far as its family has been told. */
export async function progressOf(
  tx: Tx,
  ctx: FamilyCtx,
  student: FamilyStudent,
  { email, isTold }: Pick<Guardian, 'email'> & { isTold: ToldOf },
) {
  const { timeZone } = ctx.school
  const dayOf = (at: Instant): Day => businessDay(fromInstant(at), timeZone, 0)
  const history = await historyOf(tx, student.schoolId, student.id)
  const meetings = await meetingsOf(tx, ctx, student, email)
  const offer = await familyOffer(tx, ctx, student, { email })
  const stage = stageOf(student, history, isTold)
  const confirmed =
    student.status === 'confirmed' ? history.findLast(({ toStatus }) => toStatus === 'confirmed') : undefined
  const facts: StepFacts = {
    appliedOn: dayOf(student.appliedAt),
    meeting: meetings.step,
    waiting: await waitingOf(tx, student, history, isTold),
    offer: offer && offerFacts(offer, dayOf),
    confirmedOn: student.status === 'confirmed' ? dayOf(confirmed?.decidedAt ?? student.statusSince) : null,
  }
  const startOn = offer?.offer.state === 'accepted' ? offer.offer.terms.startOn : null
  const isRunning = stage === 'applying' || stage === 'joined'
  return { stage, startOn, steps: isRunning ? familySteps(facts) : [], appointments: meetings.coming }
}

function stageOf({ status, closedBy }: FamilyStudent, history: readonly Change[], isTold: ToldOf) {
  if (status === 'confirmed') return 'joined' as const
  if (status !== 'rejected') return 'applying' as const
  const last = history.at(-1)
  if (closedBy === 'family') return 'withdrawn' as const
  return last && !isTold(last.id) ? ('applying' as const) : ('closed' as const)
}

/** A hold is between colleagues: the family goes on seeing what it was told before. */
async function waitingOf(tx: Tx, student: FamilyStudent, history: readonly Change[], isTold: ToldOf) {
  const status = student.status === 'on-hold' ? student.heldFrom : student.status
  if (status !== 'waiting') return undefined
  const last = history.findLast(({ toStatus }) => toStatus === 'waiting')
  return last && !isTold(last.id) ? undefined : { place: await placeFacts(tx, student) }
}

function offerFacts(whole: FamilyOffer, dayOf: (at: Instant) => Day): NonNullable<StepFacts['offer']> {
  const { offer, deposits, until, isMine } = whole
  const asked = offer.terms.deposit?.amount ?? 0
  const paidAt = deposits.at(-1)?.at ?? offer.settledAt
  const deposit = { paidOn: paidAt === null ? null : dayOf(paidAt), isPaid: whole.isPaid, until: offer.depositDueOn }
  return {
    sentOn: dayOf(offer.sentAt ?? offer.madeAt),
    until,
    isMine,
    signedOn: offer.acceptedAt === null ? null : dayOf(offer.acceptedAt),
    deposit: asked > 0 ? deposit : null,
  }
}

/** Returns the last meeting as a step, and those that are still to come. */
async function meetingsOf(tx: Tx, { deps, school }: FamilyCtx, { schoolId, id }: FamilyStudent, email: string) {
  const nowMs = deps.clock.nowMs()
  const bookings = await bookingsOf(tx, schoolId, id)
  const slots = new Map(
    (
      await slotsById(
        tx,
        schoolId,
        bookings.map(({ slotId }) => slotId),
      )
    ).map((slot) => [slot.id, slot]),
  )
  const links = (await linksOf(tx, schoolId, id)).filter(
    (link) => link.email === email && link.endedAt === null && fromInstant(link.expiresAt) > nowMs,
  )
  const at = (state: string) =>
    bookings
      .filter((booking) => booking.state === state)
      .flatMap(({ slotId }) => slots.get(slotId) ?? [])
      .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
  const [held, coming] = [at('held').at(-1), at('booked')]
  const dayOf = (instant: Instant) => businessDay(fromInstant(instant), school.timeZone, 0)
  const [next] = coming
  const step: StepFacts['meeting'] = next
    ? { state: 'booked', on: dayOf(next.startsAt) }
    : held
      ? { state: 'held', on: dayOf(held.startsAt) }
      : { state: links.some(({ wasAsked }) => wasAsked) ? 'open' : 'none' }
  return {
    step,
    coming: coming
      .filter(({ endsAt }) => fromInstant(endsAt) > nowMs)
      .map(({ kind, startsAt, room }) => ({
        kind: kindWords(kind),
        linkId: links.find((link) => link.kind === kind)?.id ?? null,
        startsAt,
        room,
      })),
  }
}
