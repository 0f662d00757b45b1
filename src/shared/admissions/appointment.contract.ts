import { z } from 'zod'
import { TypedName } from '#shared/consents/consent.contract.ts'
import { Email } from '#shared/identity/account.contract.ts'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Day, Instant, Language, OpId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { LinkToken } from '#shared/kernel/link.ts'
import { NamedStudent } from '#shared/students/seat.contract.ts'
import { appointmentOutcomes, bookingStates } from './appointment.rules.ts'
import { AppointmentKind } from './scoring.contract.ts'

/*
 * Appointments with families: slots that staff make, booked by staff or by a family's link, and what came of them.
 */

const Outcome = z.enum(appointmentOutcomes)
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const Address = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)])

/** Somebody who comes, or was to come. */
export const Booking = z.object({
  id: Uuid,
  slotId: Uuid,
  kind: AppointmentKind,
  state: z.enum(bookingStates),
  student: NamedStudent,
  bookedAt: Instant,
  /** Null for a family by its link. */
  bookedBy: z.object({ userId: UserId, name: Bilingual }).nullable(),
  outcome: Outcome.nullable(),
  note: z.string(),
  revision: z.int(),
})
export type Booking = z.infer<typeof Booking>

const slotFacts = {
  id: Uuid,
  kind: AppointmentKind,
  campus: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  room: z.string(),
}

/** A slot as staff see it. */
export const Slot = z.object({
  ...slotFacts,
  onlineLink: z.string(),
  interviewers: z.array(z.object({ userId: UserId, name: Bilingual })),
  capacity: z.int(),
  taken: z.int(),
  changeHours: z.int(),
})
export type Slot = z.infer<typeof Slot>

/** The slots of some days, in the school's zone, with who comes. @throws AppError access.denied, request.invalid */
export const slotList = endpoint({
  method: 'get',
  path: '/appointments/list',
  audience: 'session',
  body: z.object({ firstDay: Day, lastDay: Day }),
  reply: z.object({
    slots: z.array(Slot.extend({ bookings: z.array(Booking) })),
    /** More than are told at once: the days have to be fewer. */
    hasMore: z.boolean(),
    /** Who may be an interviewer. */
    staff: z.array(z.object({ userId: UserId, name: Bilingual })),
  }),
})

/**
 * Makes slots: every weekday and time between two days, but for the days that are left out. One is a series of one. The same
 * command again makes no more. @throws AppError access.denied, request.invalid, appointment.no-slots (none of them is to come,
 * or they are too many)
 */
export const makeSlots = endpoint({
  method: 'post',
  path: '/appointments/make',
  audience: 'session',
  body: z.object({
    commandId: OpId,
    appointmentKind: AppointmentKind,
    campus: z.string().trim().max(40),
    firstDay: Day,
    lastDay: Day,
    weekdays: z.array(z.int().min(0).max(6)).min(1).max(7),
    times: z.array(Time).min(1).max(40),
    minutes: z.int().min(5).max(480),
    except: z.array(Day).max(200),
    room: z.string().trim().max(120),
    onlineLink: Address,
    interviewers: z.array(UserId).max(10),
    capacity: z.int().min(1).max(500),
    changeHours: z.int().min(0).max(168),
  }),
  reply: z.object({ made: z.int() }),
})

/** Takes a slot away that nobody has booked. @throws AppError access.denied, request.not-found, appointment.taken */
export const endSlot = endpoint({
  method: 'post',
  path: '/appointments/end',
  audience: 'session',
  body: z.object({ slotId: Uuid }),
  reply: z.object({ slotId: Uuid }),
})

/** What a student's file shows: every booking there was, the latest first, and the slots that are free. */
export const StudentAppointments = z.object({
  bookings: z.array(Booking.extend({ slot: Slot })),
  free: z.array(Slot),
  links: z.array(
    z.object({
      id: Uuid,
      kind: AppointmentKind,
      guardian: z.string(),
      email: z.string(),
      state: z.enum(['waiting', 'opened', 'ended', 'expired']),
      askedAt: Instant,
    }),
  ),
  /** Whom the school writes to, as far as it knows. */
  contact: z.object({ guardian: z.string(), email: z.string(), language: Language }).nullable(),
  language: Language,
})
export type StudentAppointments = z.infer<typeof StudentAppointments>

/** @throws AppError access.denied, request.not-found */
export const studentAppointments = endpoint({
  method: 'post',
  path: '/appointments/student',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: StudentAppointments,
})

/**
 * Books a slot for a student; what they had of that kind is moved. The same command again changes nothing.
 * @throws AppError access.denied, request.not-found, appointment.full, appointment.over
 */
export const bookSlot = endpoint({
  method: 'post',
  path: '/appointments/book',
  audience: 'session',
  body: z.object({ student_id: Uuid, commandId: OpId, slotId: Uuid }),
  reply: StudentAppointments,
})

/**
 * Says what came of a booking: held with an outcome, nobody came, or cancelled. @throws AppError access.denied,
 * request.not-found, appointment.changed (somebody was faster), appointment.over (it has not begun yet)
 */
export const settleBooking = endpoint({
  method: 'post',
  path: '/appointments/settle',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    id: Uuid,
    revision: z.int(),
    to: z.enum(['held', 'no-show', 'cancelled']),
    outcome: Outcome.nullable(),
    note: z.string().trim().max(2000),
  }),
  reply: StudentAppointments,
})

/** Mails a guardian a link to book by; the one that they had before opens nothing from now on. @throws AppError access.denied, request.not-found */
export const appointmentLink = endpoint({
  method: 'post',
  path: '/appointments/link',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    appointmentKind: AppointmentKind,
    guardian: TypedName,
    email: Email,
    language: Language,
  }),
  reply: StudentAppointments,
})

/** What a link shows: the slots that are free, and what is booked. Nothing of other families. */
export const AppointmentPage = z.object({
  kind: AppointmentKind,
  guardian: z.string(),
  subject: z.string(),
  language: Language,
  /** At which place the child waits, where the school says it here; else null. */
  waitingPlace: z.int().nullable(),
  /** Whether there is anything left to book: a file that is closed, or an appointment that was held, has none. */
  state: z.enum(['open', 'held', 'closed']),
  booking: z
    .object({
      /** Its own id is that of the booking. */
      ...slotFacts,
      onlineLink: z.string(),
      /** Until when it may be moved or cancelled here. */
      changeUntil: Instant,
      mayChange: z.boolean(),
    })
    .nullable(),
  slots: z.array(z.object(slotFacts)),
})
export type AppointmentPage = z.infer<typeof AppointmentPage>

/** @throws AppError link.over, request.too-many */
export const openAppointment = endpoint({
  method: 'post',
  path: '/public/appointment/open',
  audience: 'open',
  body: z.object({ token: LinkToken }),
  reply: AppointmentPage,
})

/**
 * Books, or moves what was booked (`seenBooking`, as the page showed it). The same command again changes nothing.
 * @throws AppError link.over, request.too-many, appointment.full, appointment.over, appointment.too-late, appointment.changed
 */
export const bookByLink = endpoint({
  method: 'post',
  path: '/public/appointment/book',
  audience: 'open',
  body: z.object({ token: LinkToken, commandId: OpId, slotId: Uuid, seenBooking: Uuid.nullable() }),
  reply: AppointmentPage,
})

/** Gives back what was booked; once more changes nothing. @throws AppError link.over, request.too-many, appointment.too-late */
export const cancelByLink = endpoint({
  method: 'post',
  path: '/public/appointment/cancel',
  audience: 'open',
  body: z.object({ token: LinkToken, id: Uuid }),
  reply: AppointmentPage,
})
