// chunk: enquiries
import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Day, Instant, Int4, Language, Uuid } from '#shared/kernel/fields.ts'
import { StudentStatus } from '#shared/students/student-row.contract.ts'
import { bookingStates } from '../appointment.rules.ts'
import { contactChannels, enquiryStatuses, lostReasons } from './enquiry-status.rules.ts'

/* Enquiries as the desk works on them: the submission of a form, with its status, owner, next date and history beside it. */

export const EnquiryStatus = z.enum(enquiryStatuses)
export const LostReason = z.enum(lostReasons)
export const ContactChannel = z.enum(contactChannels)

export const EnquiryChild = z.object({
  /** Index in the enquiry, from 0. */
  place: z.int(),
  nameLatin: z.string().nullable(),
  nameArabic: z.string().nullable(),
  birthDate: Day.nullable(),
  grade: z.string().nullable(),
  entryYear: z.int().nullable(),
})
export type EnquiryChild = z.infer<typeof EnquiryChild>

/** An enquiry in the list. */
export const EnquiryRow = z.object({
  id: Uuid,
  reference: z.string(),
  receivedAt: Instant,
  language: Language,
  contact: z.string(),
  children: z.array(EnquiryChild),
  /** Beginning of what the family asks; empty where nothing. */
  asks: z.string(),
  /** How the family would like to be contacted, as the form's code; null where it was not asked. */
  prefers: z.string().nullable(),
  source: z.string().nullable(),
  status: EnquiryStatus,
  lostReason: LostReason.nullable(),
  owner: Colleague.nullable(),
  nextOn: Day.nullable(),
  firstAnsweredAt: Instant.nullable(),
  /** When the first answer is due, in hours of the office; null once there was one, or nothing is to be answered. */
  answerDueAt: Instant.nullable(),
  /** Minutes of the office that are left until then; negative once it is late. */
  minutesLeft: z.int().nullable(),
  revision: Int4,
})
export type EnquiryRow = z.infer<typeof EnquiryRow>

/** What was done about an enquiry. Written once and never changed. */
export const EnquiryEvent = z.object({
  id: Uuid,
  at: Instant,
  /** Null for a family and for the clock. */
  by: Colleague.nullable(),
  /** Enquiry it belongs to: another one where that was merged into this. */
  enquiryId: Uuid,
  kind: z.enum([
    'status',
    'owner',
    'next',
    'contact',
    'reply',
    'invited',
    'applied',
    'converted',
    'merged',
    'unmerged',
    'tour',
  ]),
  /** Status after it, where it changed. */
  to: EnquiryStatus.nullable(),
  reason: LostReason.nullable(),
  channel: ContactChannel.nullable(),
  /** What was written or noted. */
  text: z.string().nullable(),
  /** Owner, student, enquiry or slot it is about. */
  subjectId: Uuid.nullable(),
  on: Day.nullable(),
  /** State of a tour. */
  tour: z.enum(bookingStates).nullable(),
})
export type EnquiryEvent = z.infer<typeof EnquiryEvent>

/** Another enquiry or a file that may be about the same child. */
const Duplicate = z.object({
  /** Enquiry; null for an application, which has files. */
  enquiryId: Uuid.nullable(),
  studentId: Uuid.nullable(),
  reference: z.string(),
  name: z.string(),
  contact: z.string(),
  receivedAt: Instant,
  /** Pair of people that the existing matching compared. */
  personId: Uuid,
  otherId: Uuid,
  /** Somebody said that the two are one. */
  isSame: z.boolean(),
})

export const EnquiryDetail = EnquiryRow.extend({
  phone: z.string().nullable(),
  /** International number by the school's country, which telephone and WhatsApp open; null where it cannot be dialled. */
  e164: z.string().nullable(),
  email: z.string().nullable(),
  message: z.string(),
  /** The family agreed to be answered; null where the form did not ask. */
  mayContact: z.boolean().nullable(),
  mergedInto: z.object({ id: Uuid, reference: z.string() }).nullable(),
  events: z.array(EnquiryEvent),
  /** Invitations to apply, the latest first. */
  invitations: z.array(
    z.object({ id: Uuid, place: z.int(), at: Instant, state: z.enum(['sent', 'begun', 'applied', 'over']) }),
  ),
  students: z.array(
    z.object({
      student_id: Uuid,
      registration_id: z.string(),
      student_name: z.string().nullable(),
      student_name_ar: z.string().nullable(),
      status: StudentStatus,
      place: z.int().nullable(),
    }),
  ),
  duplicates: z.array(Duplicate),
  /** Booked and past tours. */
  tours: z.array(
    z.object({
      id: Uuid,
      slotId: Uuid,
      state: z.enum(bookingStates),
      startsAt: Instant,
      endsAt: Instant,
      room: z.string(),
      revision: Int4,
    }),
  ),
  freeTours: z.array(z.object({ id: Uuid, startsAt: Instant, endsAt: Instant, room: z.string(), free: z.int() })),
  /** What an invitation opens; false while the school takes no applications. */
  takesApplications: z.boolean(),
})
export type EnquiryDetail = z.infer<typeof EnquiryDetail>

/** One enquiry with its history. @throws AppError access.denied, request.not-found */
export const enquiryDetail = endpoint({
  method: 'post',
  path: '/enquiries/detail',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: EnquiryDetail,
})
