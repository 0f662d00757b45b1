import { AppError } from '#shared/kernel/errors.ts'
import { dayMs, fromInstant } from '#shared/kernel/time.ts'
import { mailLink } from '../appointments/appointment-link.service.ts'
import { notifyFamily } from '../appointments/appointment-mail.service.ts'
import { book, bookingsOf } from '../appointments/booking.service.ts'
import { settle } from '../appointments/booking-outcome.service.ts'
import { slotsBetween, slotsById } from '../appointments/slot.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { enquiryFacts } from './enquiry-facts.ts'
import { requireContact } from './enquiry-invite.service.ts'
import { tourChange } from './enquiry-tour-event.service.ts'
import type { EnquiryDone, EnquiryWork } from './enquiry-work.types.ts'

const readerOf = ({ enquiry }: Pick<EnquiryWork, 'enquiry'>) => {
  const { contact, email, mayContact } = enquiryFacts(enquiry.definition, enquiry.answers)
  return { guardian: contact, email: mayContact === false ? null : email, language: enquiry.language }
}

/** Books a tour for a family, which is told by email. @throws AppError appointment.over, appointment.full */
export async function bookTour(work: EnquiryWork<'tour'>): Promise<EnquiryDone> {
  const { tx, ctx, enquiry, commandId, action, nowMs } = work
  const { schoolId } = ctx.school
  const by = ctx.session.user.userId
  const { guardian, email, language } = readerOf(work)
  const [slot] = await slotsById(tx, schoolId, [action.slotId])
  const asked = { schoolId, studentId: enquiry.id, commandId, slotId: action.slotId, kind: 'tour' as const }
  // Staff choose the campus with the time.
  const done = await book(tx, { ...asked, campus: slot?.campus ?? '', by, email, language }, nowMs)
  const told = { template: 'appointment-booked', studentId: enquiry.id, subject: guardian, guardian, by } as const
  if (done.isNew) await notifyFamily(tx, ctx, { email, language }, done.slot, told)
  return {
    kind: 'tour',
    facts: { subjectId: action.slotId, tour: 'booked' },
    change: tourChange(enquiry, 'booked', nowMs),
  }
}

/** Emails a family a link by which it chooses a tour itself. @throws AppError enquiry.no-email, enquiry.may-not-contact */
export async function inviteToTour(work: EnquiryWork): Promise<EnquiryDone> {
  const { tx, ctx, enquiry, nowMs } = work
  requireContact(enquiry)
  const { guardian, email, language } = readerOf(work)
  if (email === null) throw new AppError('enquiry.no-email')
  await mailLink(tx, ctx, { studentId: enquiry.id, kind: 'tour', subject: guardian, guardian, email, language })
  return { kind: 'tour', facts: { channel: 'email' }, change: tourChange(enquiry, 'booked', nowMs) }
}

/** Records what became of a tour. @throws AppError request.not-found, appointment.changed, appointment.over */
export async function settleTour(work: EnquiryWork<'tour-settle'>): Promise<EnquiryDone> {
  const { tx, ctx, enquiry, action, nowMs } = work
  const { schoolId } = ctx.school
  const by = ctx.session.user.userId
  const { bookingId: id, to } = action
  const said = { to, outcome: null, note: '', by }
  const { row, isNew } = await settle(tx, { schoolId, studentId: enquiry.id, id, revision: null }, said, nowMs)
  if (isNew && to === 'cancelled') {
    const { guardian } = readerOf(work)
    const [slot] = await slotsById(tx, schoolId, [row.slotId])
    const told = { template: 'appointment-cancelled', studentId: enquiry.id, subject: guardian, guardian, by } as const
    if (slot) await notifyFamily(tx, ctx, row, slot, told)
  }
  return { kind: 'tour', facts: { subjectId: row.slotId, tour: to }, change: tourChange(enquiry, to, nowMs) }
}

/** Days ahead of which free tours are offered, and how many at most. */
const offeredDays = 60
const offered = 40

/** Returns the tours of an enquiry, the latest first, and the free ones. */
export async function toursOf(tx: Tx, schoolId: string, enquiryId: string, nowMs: number) {
  const bookings = (await bookingsOf(tx, schoolId, enquiryId)).filter(({ kind }) => kind === 'tour')
  const slots = new Map(
    (
      await slotsById(
        tx,
        schoolId,
        bookings.map(({ slotId }) => slotId),
      )
    ).map((slot) => [slot.id, slot]),
  )
  const between = await slotsBetween(tx, schoolId, { fromMs: nowMs, toMs: nowMs + offeredDays * dayMs }, 500)
  const free = between.filter(
    (slot) => slot.kind === 'tour' && slot.taken < slot.capacity && fromInstant(slot.startsAt) > nowMs,
  )
  return {
    tours: bookings.flatMap(({ id, slotId, state, revision }) => {
      const slot = slots.get(slotId)
      return slot
        ? [{ id, slotId, state, revision, startsAt: slot.startsAt, endsAt: slot.endsAt, room: slot.room }]
        : []
    }),
    freeTours: free.slice(0, offered).map(({ id, startsAt, endsAt, room, capacity, taken }) => ({
      id,
      startsAt,
      endsAt,
      room,
      free: capacity - taken,
    })),
  }
}
