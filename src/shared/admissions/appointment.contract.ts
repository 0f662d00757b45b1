import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { DayInput, Instant, Language, OpId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { NamedStudent } from '#shared/students/seat.contract.ts'
import { appointmentOutcomes, bookingStates } from './appointment.rules.ts'
import { AppointmentKind } from './scoring.contract.ts'

/*
 * Appointments with families: slots made by staff, booked by staff or by a family through its link, and their
 * outcomes.
 */

export const Outcome = z.enum(appointmentOutcomes)
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const Address = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)])

/** A booking of a slot, in any state. */
export const Booking = z.object({
  id: Uuid,
  slotId: Uuid,
  kind: AppointmentKind,
  state: z.enum(bookingStates),
  student: NamedStudent,
  /** A family that has only enquired: `student` names who wrote, under the id of the enquiry. */
  isEnquiry: z.boolean().default(false),
  bookedAt: Instant,
  /** Null for a booking a family made by its link. */
  bookedBy: z.object({ userId: UserId, name: Bilingual }).nullable(),
  outcome: Outcome.nullable(),
  note: z.string(),
  revision: z.int(),
})
export type Booking = z.infer<typeof Booking>

export const slotFacts = {
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
  public: { scope: 'appointments.read', name: 'listAppointments' },
  body: z.object({ firstDay: DayInput, lastDay: DayInput }),
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
    firstDay: DayInput,
    lastDay: DayInput,
    weekdays: z.array(z.int().min(0).max(6)).min(1).max(7),
    times: z.array(Time).min(1).max(40),
    minutes: z.int().min(5).max(480),
    except: z.array(DayInput).max(200),
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
