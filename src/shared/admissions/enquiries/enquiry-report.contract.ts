// chunk: enquiries
import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { DayInput } from '#shared/kernel/fields.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'
import { EnquiryFilter } from './enquiry-list.contract.ts'
import { LostReason } from './enquiry.contract.ts'
import { enquiryQueues } from './enquiry-status.rules.ts'

/** Counts for the work list. @throws AppError access.denied */
export const enquiryWork = endpoint({
  method: 'get',
  path: '/enquiries/work',
  audience: 'session',
  body: z.object({}),
  reply: z.object({ queues: z.record(z.enum(enquiryQueues), z.int()) }),
})

const funnelStages = [
  'enquired',
  'contacted',
  'visited',
  'invited',
  'applied',
  'offered',
  'booked',
  'confirmed',
] as const
const FunnelStage = z.enum(funnelStages)
export type EnquiryFunnelStage = z.infer<typeof FunnelStage>

/** How far the enquiries of a time have come, and where they came from. @throws AppError access.denied */
export const enquiryFunnel = endpoint({
  method: 'post',
  path: '/enquiries/funnel',
  audience: 'session',
  body: z.object({
    firstDay: DayInput.optional(),
    lastDay: DayInput.optional(),
    source: z.string().max(60).optional(),
  }),
  reply: z.object({
    stages: z.array(z.object({ stage: FunnelStage, reached: z.int() })),
    bySource: z.array(
      z.object({ source: z.string().nullable(), enquired: z.int(), applied: z.int(), confirmed: z.int() }),
    ),
    lost: z.array(z.object({ reason: LostReason, count: z.int() })),
    medianMinutes: z.int().nullable(),
  }),
})
export type EnquiryFunnel = z.infer<typeof enquiryFunnel.reply>

export const enquiryExport = listExport('/enquiries/export', 'enquiries', EnquiryFilter.default({ status: 'all' }), {
  stepUp: true,
})
