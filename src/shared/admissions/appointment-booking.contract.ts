import { z } from 'zod'
import { FullName } from '#shared/consents/consent-request.contract.ts'
import { Email } from '#shared/identity/account.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Instant, Int4, Language, OpId, Uuid } from '#shared/kernel/fields.ts'
import { LinkToken } from '#shared/kernel/link.ts'
import { Outcome, StudentAppointments, slotFacts } from './appointment.contract.ts'
import { AppointmentKind } from './scoring.contract.ts'

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
    revision: Int4,
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
    guardian: FullName,
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
