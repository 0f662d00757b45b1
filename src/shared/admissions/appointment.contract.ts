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
 * Appointments with families: slots made by staff, booked by staff or by a family through its link, and their
 * outcomes.
 */

const Outcome = z.enum(appointmentOutcomes)
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const Address = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)])

/** A booking of a slot, in any state. */
export const Booking = z.object({
  id: Uuid,
  slotId: Uuid,
  kind: AppointmentKind,
  state: z.enum(bookingStates),
  student: NamedStudent,
  bookedAt: Instant,
  /** Null for a booking a family made by its link. */
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

/**
 * Lists the slots of a range of days, in the school's time zone, with their bookings. @throws AppError access.denied,
 * request.invalid
 */
export const slotList = endpoint({
  method: 'get',
  path: '/appointments/list',
  audience: 'session',
  body: z.object({ firstDay: Day, lastDay: Day }),
  reply: z.object({
    slots: z.array(Slot.extend({ bookings: z.array(Booking) })),
    /** More slots exist than one reply holds; ask for fewer days. */
    hasMore: z.boolean(),
    /** Colleagues who can be interviewers. */
    staff: z.array(z.object({ userId: UserId, name: Bilingual })),
  }),
})

/**
 * Creates slots: every given weekday and time between two days, except the excluded days. One slot is a series of
 * one. Repeating the command creates no more.
 * @throws AppError access.denied, request.invalid, appointment.no-slots (none lies in the future, or too many)
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

/** Removes a slot without bookings. @throws AppError access.denied, request.not-found, appointment.taken */
export const endSlot = endpoint({
  method: 'post',
  path: '/appointments/end',
  audience: 'session',
  body: z.object({ slotId: Uuid }),
  reply: z.object({ slotId: Uuid }),
})

/** The appointments in a student's file: all bookings, latest first, and the free slots. */
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
  /** The guardian the school writes to, if known. */
  contact: z.object({ guardian: z.string(), email: z.string(), language: Language }).nullable(),
  language: Language,
})
export type StudentAppointments = z.infer<typeof StudentAppointments>

/** Returns the appointments of one student. @throws AppError access.denied, request.not-found */
export const studentAppointments = endpoint({
  method: 'post',
  path: '/appointments/student',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: StudentAppointments,
})

/**
 * Books a slot for a student; an earlier booking of that kind is moved. Repeating the command changes nothing.
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
 * Records the result of a booking: held with an outcome, no-show, or cancelled.
 * @throws AppError access.denied, request.not-found, appointment.changed (changed by someone else since),
 * appointment.over (it has not begun yet)
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

/**
 * Emails a guardian a booking link; the previous link stops working. @throws AppError access.denied,
 * request.not-found
 */
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

/** The page behind a booking link: the free slots and the family's booking. Contains nothing about other families. */
export const AppointmentPage = z.object({
  kind: AppointmentKind,
  guardian: z.string(),
  subject: z.string(),
  language: Language,
  /** The child's waiting-list position, if the school shows it here; otherwise null. */
  waitingPlace: z.int().nullable(),
  /** Whether anything is left to book: not in a closed file, nor after the appointment was held. */
  state: z.enum(['open', 'held', 'closed']),
  booking: z
    .object({
      /** `id` is the id of the booking. */
      ...slotFacts,
      onlineLink: z.string(),
      /** Last instant at which the family can move or cancel the booking here. */
      changeUntil: Instant,
      mayChange: z.boolean(),
    })
    .nullable(),
  slots: z.array(z.object(slotFacts)),
})
export type AppointmentPage = z.infer<typeof AppointmentPage>

/** Opens the page behind a booking link. @throws AppError link.over, request.too-many */
export const openAppointment = endpoint({
  method: 'post',
  path: '/public/appointment/open',
  audience: 'open',
  body: z.object({ token: LinkToken }),
  reply: AppointmentPage,
})

/**
 * Books a slot, or moves the existing booking (`seenBooking`, as the page showed it). Repeating the command changes
 * nothing.
 * @throws AppError link.over, request.too-many, appointment.full, appointment.over, appointment.too-late,
 * appointment.changed
 */
export const bookByLink = endpoint({
  method: 'post',
  path: '/public/appointment/book',
  audience: 'open',
  body: z.object({ token: LinkToken, commandId: OpId, slotId: Uuid, seenBooking: Uuid.nullable() }),
  reply: AppointmentPage,
})

/**
 * Cancels the booking; repeating it changes nothing. @throws AppError link.over, request.too-many,
 * appointment.too-late
 */
export const cancelByLink = endpoint({
  method: 'post',
  path: '/public/appointment/cancel',
  audience: 'open',
  body: z.object({ token: LinkToken, id: Uuid }),
  reply: AppointmentPage,
})
