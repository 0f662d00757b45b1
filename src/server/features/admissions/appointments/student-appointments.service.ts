import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { StudentStatusFacts } from '#server/features/students/student-facts.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type StudentAppointments } from '#shared/admissions/appointment.contract.ts'
import {
  type appointmentLink,
  type bookSlot,
  type settleBooking,
} from '#shared/admissions/appointment-booking.contract.ts'
import { Email } from '#shared/identity/account.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { contactOf } from '../file/student-contact.service.ts'
import { recordTour } from '../enquiries/enquiry-tour-event.service.ts'
import { bookingView, linkView, slotView } from './appointment-desk.view.ts'
import { linksOf, mailLink } from './appointment-link.service.ts'
import { notifyFamily } from './appointment-mail.service.ts'
import { appointmentSubject, lockAppointmentSubject } from './appointment-subject.service.ts'
import { book, bookingsOf } from './booking.service.ts'
import { settle } from './booking-outcome.service.ts'
import { freeSlots, slotsById } from './slot.service.ts'

type View = z.input<typeof StudentAppointments>

/** Returns the child's name for an email, in its language. */
export const subjectOf = (
  { nameLatin, nameArabic, reference }: Pick<StudentStatusFacts, 'nameLatin' | 'nameArabic' | 'reference'>,
  language: Language,
): string => (language === 'ar' ? (nameArabic ?? nameLatin) : (nameLatin ?? nameArabic)) ?? reference

/** Emails a family a link for booking. @throws AppError request.not-found */
export async function readAppointments(tx: Tx, ctx: SessionCtx, studentId: string): Promise<View> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const student = await appointmentSubject(tx, schoolId, studentId)
  const bookings = await bookingsOf(tx, schoolId, studentId)
  const slots = await slotsById(
    tx,
    schoolId,
    bookings.map(({ slotId }) => slotId),
  )
  const free = await freeSlots(tx, schoolId, { campus: student.campus, nowMs })
  const staff = await findPeople(tx, schoolId, [
    ...[...slots, ...free].flatMap(({ interviewers }) => interviewers),
    ...bookings.flatMap(({ bookedBy }) => bookedBy ?? []),
  ])
  return {
    bookings: bookings.flatMap((row) => {
      const slot = slots.find(({ id }) => id === row.slotId)
      return slot ? [{ ...bookingView(row, student, staff), slot: slotView(slot, staff) }] : []
    }),
    free: free.map((slot) => slotView(slot, staff)),
    links: (await linksOf(tx, schoolId, studentId)).map((link) => linkView(link, nowMs)),
    contact: await contactOf(tx, student),
    language: student.language,
  }
}

interface Address {
  email: string | null
  language: Language
  guardian: string
}

/** Returns the address for emails about a booking: where the family was asked last, else the school's contact. */
async function addressOf(tx: Tx, student: StudentStatusFacts): Promise<Address> {
  const link = (await linksOf(tx, student.schoolId, student.id)).find(({ wasAsked }) => wasAsked)
  if (link) return { email: link.email, language: link.language, guardian: link.guardian }
  const contact = await contactOf(tx, student)
  const email = Email.safeParse(contact?.email)
  const language = contact?.language ?? student.language
  return { email: email.success ? email.data : null, language, guardian: contact?.guardian ?? '' }
}

/** Returns the known reader of a booking's emails. */
export async function readerOf(
  tx: Tx,
  student: StudentStatusFacts,
  { email }: { email: string | null },
): Promise<string> {
  const contact = await contactOf(tx, student)
  return contact?.email.toLowerCase() === email?.toLowerCase() ? (contact?.guardian ?? '') : ''
}

/** Books for a family. @throws AppError request.not-found, request.invalid, appointment.over, appointment.full */
export async function bookByStaff(tx: Tx, ctx: SessionCtx, asked: z.output<typeof bookSlot.body>): Promise<View> {
  const { schoolId } = ctx.school
  const { student_id: studentId, commandId, slotId } = asked
  const student = await lockAppointmentSubject(tx, schoolId, studentId)
  const { campus, status } = student
  if (status === 'rejected') throw new AppError('appointment.over')
  const { guardian, ...to } = await addressOf(tx, student)
  const by = ctx.session.user.userId
  const done = await book(tx, { schoolId, studentId, commandId, slotId, campus, by, ...to }, ctx.deps.clock.nowMs())
  if (done.isNew) {
    const subject = subjectOf(student, to.language)
    await notifyFamily(tx, ctx, to, done.slot, { template: 'appointment-booked', studentId, subject, guardian, by })
    await recordAuditEvent(tx, ctx, 'appointment-booked', { about: studentId, facts: { kind: done.slot.kind } })
    if (student.isEnquiry) await recordTour(tx, ctx, { id: studentId, slotId, state: 'booked', by })
  }
  return readAppointments(tx, ctx, studentId)
}

/** Records a booking's outcome. @throws AppError request.not-found, appointment.changed, appointment.over */
export async function settleByStaff(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, id, revision, ...said }: z.output<typeof settleBooking.body>,
): Promise<View> {
  const { schoolId } = ctx.school
  await lockAppointmentSubject(tx, schoolId, studentId)
  const by = ctx.session.user.userId
  const nowMs = ctx.deps.clock.nowMs()
  const { row, isNew } = await settle(tx, { schoolId, studentId, id, revision }, { ...said, by }, nowMs)
  if (isNew) {
    const facts = { kind: row.kind, state: said.to }
    await recordAuditEvent(tx, ctx, 'appointment-settled', { about: studentId, facts })
    const [slot] = said.to === 'cancelled' ? await slotsById(tx, schoolId, [row.slotId]) : []
    const student = await appointmentSubject(tx, schoolId, studentId)
    if (student.isEnquiry) await recordTour(tx, ctx, { id: studentId, slotId: row.slotId, state: said.to, by })
    const subject = subjectOf(student, row.language)
    const guardian = await readerOf(tx, student, row)
    const told = { template: 'appointment-cancelled', studentId, subject, guardian, by } as const
    if (slot) await notifyFamily(tx, ctx, row, slot, told)
  }
  return readAppointments(tx, ctx, studentId)
}

/** Emails a family a link for booking. @throws AppError request.not-found */
export async function askFamily(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, appointmentKind: kind, ...to }: z.output<typeof appointmentLink.body>,
): Promise<View> {
  const student = await appointmentSubject(tx, ctx.school.schoolId, studentId)
  await mailLink(tx, ctx, { studentId, kind, subject: subjectOf(student, to.language), ...to })
  await recordAuditEvent(tx, ctx, 'appointment-link-mailed', { about: studentId, facts: { kind } })
  return readAppointments(tx, ctx, studentId)
}
