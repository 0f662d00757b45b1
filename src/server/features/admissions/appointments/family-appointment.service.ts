import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { openLink } from '#server/features/identity/access-links/access-link.service.ts'
import type { StudentStatusFacts } from '#server/features/students/student-facts.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { changeUntil } from '#shared/admissions/appointment.rules.ts'
import type { AppointmentPage, bookByLink, cancelByLink } from '#shared/admissions/appointment-booking.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { recordTour } from '../enquiries/enquiry-tour-event.service.ts'
import { placeFacts } from '../transitions/message-facts.service.ts'
import { appointmentLink, type LinkRow, recordOpening } from './appointment-link.service.ts'
import { notifyFamily } from './appointment-mail.service.ts'
import { appointmentSubject, lockAppointmentSubject } from './appointment-subject.service.ts'
import { type BookingRow, book, bookingsOf } from './booking.service.ts'
import { settle } from './booking-outcome.service.ts'
import { type CountedSlot, freeSlots, slotsById } from './slot.service.ts'
import { subjectOf } from './student-appointments.service.ts'

type Page = z.input<typeof AppointmentPage>

/** Returns the booking of this link's kind, and whether slots are left. */
async function standingOf(tx: Tx, { schoolId, studentId, kind }: LinkRow, student: StudentStatusFacts) {
  const own = (await bookingsOf(tx, schoolId, studentId)).filter((each) => each.kind === kind)
  const booking = own.find(({ state }) => state === 'booked')
  const [slot] = booking ? await slotsById(tx, schoolId, [booking.slotId]) : []
  const isHeld = booking === undefined && own.some(({ state }) => state === 'held')
  const state: Page['state'] = student.status === 'rejected' ? 'closed' : isHeld ? 'held' : 'open'
  return { booking, slot, state }
}

const facts = ({ id, kind, campus, startsAt, endsAt, room }: CountedSlot) => ({
  id,
  kind,
  campus,
  startsAt,
  endsAt,
  room,
})

const mayChange = (slot: CountedSlot, nowMs: number): boolean => nowMs < changeUntil(slot.startsAt, slot.changeHours)

async function pageOf(tx: Tx, ctx: OpenCtx, link: LinkRow): Promise<Page> {
  const nowMs = ctx.deps.clock.nowMs()
  const student = await appointmentSubject(tx, link.schoolId, link.studentId)
  const { booking, slot, state } = await standingOf(tx, link, student)
  const { campus } = student
  const free = state === 'open' ? await freeSlots(tx, link.schoolId, { campus, kind: link.kind, nowMs }) : []
  return {
    kind: link.kind,
    guardian: link.guardian,
    subject: subjectOf(student, link.language),
    language: link.language,
    waitingPlace: student.isEnquiry ? null : await placeFacts(tx, student),
    state,
    booking: booking && slot && state === 'open' ? bookingView(booking, slot, nowMs) : null,
    slots: free.filter(({ id }) => id !== slot?.id).map(facts),
  }
}

const bookingView = ({ id }: BookingRow, slot: CountedSlot, nowMs: number): NonNullable<Page['booking']> => ({
  ...facts(slot),
  id,
  onlineLink: slot.onlineLink,
  changeUntil: toInstant(changeUntil(slot.startsAt, slot.changeHours)),
  mayChange: mayChange(slot, nowMs),
})

/** Opens the page of a link. @throws AppError link.over, request.too-many */
export const openByLink = (ctx: OpenCtx, { token }: { token: string }): Promise<Page> =>
  openLink(ctx, appointmentLink, token, async (tx, link) => {
    await recordOpening(tx, link, ctx.deps.clock.nowMs())
    return pageOf(tx, ctx, link)
  })

const changeByLink = (ctx: OpenCtx, token: string, work: (tx: Tx, link: LinkRow) => Promise<Page>): Promise<Page> =>
  openLink(ctx, { ...appointmentLink, saves: ({ id }) => id }, token, work)

/**
 * Books by link. @throws AppError link.over, request.too-many, appointment.full, appointment.over, appointment.too-late,
 * appointment.changed
 */
export const bookFor = (
  ctx: OpenCtx,
  { token, commandId, slotId, seenBooking }: z.output<typeof bookByLink.body>,
): Promise<Page> =>
  changeByLink(ctx, token, async (tx, link) => {
    const { schoolId, studentId, kind, email, language } = link
    const nowMs = ctx.deps.clock.nowMs()
    const student = await lockAppointmentSubject(tx, schoolId, studentId)
    const { booking, slot: before, state } = await standingOf(tx, link, student)
    const sent = (await bookingsOf(tx, schoolId, studentId)).some(({ id }) => id === commandId)
    if (!sent) {
      if (state !== 'open') throw new AppError('appointment.over')
      if ((booking?.id ?? null) !== seenBooking) throw new AppError('appointment.changed')
      if (before && !mayChange(before, nowMs)) throw new AppError('appointment.too-late')
    }
    const asked = { schoolId, commandId, slotId, studentId, campus: student.campus, kind, by: null, email, language }
    const { slot, isNew } = await book(tx, asked, nowMs)
    if (isNew) {
      const subject = subjectOf(student, language)
      await notifyFamily(tx, ctx, { email, language }, slot, {
        template: 'appointment-booked',
        studentId,
        subject,
        guardian: link.guardian,
        by: null,
      })
      await recordAuditEvent(tx, ctx, 'appointment-booked', { about: studentId, facts: { kind }, by: null })
      if (student.isEnquiry) await recordTour(tx, ctx, { id: studentId, slotId, state: 'booked', by: null })
    }
    return pageOf(tx, ctx, link)
  })

/** Cancels by link. @throws AppError link.over, request.too-many, request.not-found, appointment.too-late, appointment.changed */
export const cancelFor = (ctx: OpenCtx, { token, id }: z.output<typeof cancelByLink.body>): Promise<Page> =>
  changeByLink(ctx, token, async (tx, link) => {
    const { schoolId, studentId, kind } = link
    const nowMs = ctx.deps.clock.nowMs()
    const student = await lockAppointmentSubject(tx, schoolId, studentId)
    const found = (await bookingsOf(tx, schoolId, studentId)).find((each) => each.id === id && each.kind === kind)
    if (!found) throw new AppError('request.not-found')
    if (found.state === 'cancelled') return pageOf(tx, ctx, link)
    if (found.state !== 'booked') throw new AppError('appointment.changed')
    const [slot] = await slotsById(tx, schoolId, [found.slotId])
    if (!slot || !mayChange(slot, nowMs)) throw new AppError('appointment.too-late')
    const cancelled = { to: 'cancelled', outcome: null, note: '', by: null } as const
    await settle(tx, { schoolId, studentId, id, revision: null }, cancelled, nowMs)
    await recordAuditEvent(tx, ctx, 'appointment-settled', {
      about: studentId,
      facts: { kind, state: 'cancelled' },
      by: null,
    })
    if (student.isEnquiry)
      await recordTour(tx, ctx, { id: studentId, slotId: found.slotId, state: 'cancelled', by: null })
    return pageOf(tx, ctx, link)
  })
