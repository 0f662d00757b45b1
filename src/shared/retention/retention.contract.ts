import { z } from 'zod'
import { SubmissionRow } from '#shared/forms/submission.contract.ts'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Instant, Uuid } from '#shared/kernel/fields.ts'
import { StudentRow } from '#shared/students/student-row.contract.ts'
import { erasedKinds, erasureCauses } from './retention.rules.ts'

/*
 * What is kept of those who never joined, and how it goes: a closed file has a day on which its time is over, unless it is held; then
 * it is erased for good, and a certificate says so without a name.
 */

const ErasedCounts = z.record(z.enum([...erasedKinds, 'guardiansKept']), z.int())

const Hold = z.object({
  reason: z.string(),
  /** The last day of it; null until somebody ends it. */
  until: Day.nullable(),
  by: Colleague,
  at: Instant,
})

/** What becomes of a file. */
export const Retention = z.object({
  /** The school's own day on which it was closed; null while it is open, and then no clock runs. */
  closedOn: Day.nullable(),
  /** From which day on it is erased; null where somebody has to decide, or nothing is to be decided yet. */
  erasesOn: Day.nullable(),
  hold: Hold.nullable(),
  /** What hinders an erasure now, as the message that says what to do; null where it may be erased, if its time is over. */
  hindrance: z.string().nullable(),
  erased: z
    .object({
      at: Instant,
      by: Colleague.nullable(),
      cause: z.enum(erasureCauses),
      closedOn: Day,
      counts: ErasedCounts,
    })
    .nullable(),
})
export type Retention = z.infer<typeof Retention>

/** How it stands with one file. @throws AppError access.denied, request.not-found */
export const fileRetention = endpoint({
  method: 'post',
  path: '/retention/file',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: Retention,
})

/**
 * Keeps a closed file beyond its day, or ends that. Of two at once the later one counts; either is in the record.
 * @throws AppError access.denied, request.not-found, student.no-such-move (it is open), student.erased
 */
export const holdFile = endpoint({
  method: 'post',
  path: '/retention/hold',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    hold: z.object({ reason: z.string().trim().min(1).max(300), until: DayInput.nullable() }).nullable(),
  }),
  reply: Retention,
})

/** Closed files whose time is over, the earliest first. @throws AppError access.denied, request.invalid */
export const filesDue = endpoint({
  method: 'post',
  path: '/retention/due',
  audience: 'session',
  body: z.object({ after: z.string().max(100).optional(), limit: z.int().min(1).max(100).default(50) }),
  reply: z.object({
    /** How long the school keeps a closed file; null where it decides each by hand. */
    keepMonths: z.int().nullable(),
    byItself: z.boolean(),
    total: z.int(),
    files: z.array(z.object({ student: StudentRow, closedOn: Day, erasesOn: Day, hindrance: z.string().nullable() })),
    next: z.string().nullable(),
  }),
})

/**
 * Enquiries of families that have no file here, and of whom nothing was heard since for as long as a closed file is kept; the
 * earliest first. @throws AppError access.denied, request.invalid
 */
export const enquiriesDue = endpoint({
  method: 'post',
  path: '/retention/enquiries',
  audience: 'session',
  body: z.object({ after: z.string().max(100).optional(), limit: z.int().min(1).max(100).default(50) }),
  reply: z.object({
    keepMonths: z.int().nullable(),
    byItself: z.boolean(),
    total: z.int(),
    enquiries: z.array(z.object({ enquiry: SubmissionRow, receivedOn: Day })),
    next: z.string().nullable(),
  }),
})

/**
 * What an erasure of these files and enquiries would reach, counted by kind; nothing is changed.
 * @throws AppError access.denied, request.not-found
 */
export const rehearseErasure = endpoint({
  method: 'post',
  path: '/retention/rehearse',
  audience: 'session',
  body: z.object({ studentIds: z.array(Uuid).max(25).default([]), enquiryIds: z.array(Uuid).max(25).default([]) }),
  reply: z.object({ files: z.int(), counts: ErasedCounts }),
})

/**
 * Erases one closed file for good. Anyone who asks names its reference, so that it is this one. Asked again it is answered as before.
 * @throws AppError access.denied, request.not-found, request.invalid (another reference), student.no-such-move (it is open),
 * student.erase-early (its time is not over, and the family has not asked), student.erase-held, student.erase-owed
 */
export const eraseFile = endpoint({
  method: 'post',
  path: '/retention/erase',
  audience: 'session',
  stepUp: true,
  body: z.object({ student_id: Uuid, reference: z.string().trim().min(1).max(40), cause: z.enum(erasureCauses) }),
  reply: Retention,
})

/**
 * Erases one enquiry for good, with the people who stand in nothing else here. Asked again it is answered as before.
 * @throws AppError access.denied, request.not-found, request.invalid (another reference), student.erase-early (its time is not
 * over, and the family has not asked)
 */
export const eraseEnquiry = endpoint({
  method: 'post',
  path: '/retention/erase_enquiry',
  audience: 'session',
  stepUp: true,
  body: z.object({ id: Uuid, reference: z.string().trim().min(1).max(40), cause: z.enum(erasureCauses) }),
  reply: z.object({ at: Instant, cause: z.enum(erasureCauses), counts: ErasedCounts }),
})

/**
 * How long ago a file was erased last, null for never: what a device remembers from before is to be forgotten. As a span, since
 * the clock of a device may be wrong. @throws AppError access.denied
 */
export const lastErased = endpoint({
  method: 'get',
  path: '/retention/last',
  audience: 'session',
  body: Nothing,
  reply: z.object({ agoMs: z.number().min(0).nullable() }),
})
