// chunk: enquiries
import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Day, Instant, UserId, Year } from '#shared/kernel/fields.ts'
import { enquiryQueues } from './enquiry-status.rules.ts'
import { EnquiryRow, EnquiryStatus } from './enquiry.contract.ts'

/** Parts that are absent narrow nothing; within one part any value will do. */
export const EnquiryFilter = z.object({
  /** `open` stands for all that are neither applied nor lost. */
  status: z.union([EnquiryStatus, z.literal('open'), z.literal('all')]).default('open'),
  queue: z.enum(enquiryQueues).optional(),
  owner: z.union([UserId, z.literal('none')]).optional(),
  entryYear: Year.optional(),
  grade: z.string().max(20).optional(),
  source: z.string().max(60).optional(),
  /** Beginnings of words of a name in either script, of the reference, or part of a phone number. */
  text: z.string().trim().max(100).optional(),
})
export type EnquiryFilter = z.infer<typeof EnquiryFilter>

export const enquirySorts = ['clock', 'newest', 'next'] as const

/** A page of enquiries: `clock` has what is to be answered first, then by status and next date. @throws AppError access.denied */
export const enquiryList = endpoint({
  method: 'post',
  path: '/enquiries/list',
  audience: 'session',
  public: { scope: 'enquiries.read', name: 'listEnquiries' },
  body: z.object({
    filter: EnquiryFilter.default({ status: 'open' }),
    sort: z.enum(enquirySorts).default('clock'),
    after: z.string().max(200).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  reply: z.object({
    rows: z.array(EnquiryRow),
    next: z.string().nullable(),
    /** Told with the first page, of all that the filter's other parts find; null with those after it. */
    about: z
      .object({
        counts: z.record(EnquiryStatus, z.int()),
        queues: z.record(z.enum(enquiryQueues), z.int()),
        /** Median hours of the office until the first answer, of those received in the last 30 days. */
        medianMinutes: z.int().nullable(),
        staff: z.array(Colleague),
        known: z.object({ entryYear: z.array(z.int()), grade: z.array(z.string()), source: z.array(z.string()) }),
      })
      .nullable(),
    /** Day and moment of the server, by which clocks are drawn. */
    today: Day,
    now: Instant,
  }),
})
