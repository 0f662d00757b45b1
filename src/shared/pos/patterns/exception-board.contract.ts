import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Day, Instant, ShiftId, Uuid } from '#shared/kernel/fields.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'

/** What came of looking into an exception. Stored permanently. */
export const ExceptionOutcome = z.enum(['explained', 'mistake', 'rules-unclear', 'device', 'loss'])
export type ExceptionOutcome = z.infer<typeof ExceptionOutcome>

/** An event at a till that counts and needs a look. It says what happened and where, never who is suspected of what. */
export const BoardException = z.object({
  opId: Uuid,
  code: z.string(),
  at: Instant,
  shiftId: ShiftId.nullable(),
  shiftNo: z.int().nullable(),
  businessDay: Day.nullable(),
  /** Site and till as receipts have them; empty where the till is not known. */
  till: z.string(),
  receiptNo: z.string().nullable(),
  /** Figures of a sequence of events: how often, how much in minor units. */
  facts: z.record(z.string(), z.number()),
  /** Whether it is about the reader, who then must leave it to somebody else. */
  isOwn: z.boolean(),
  handled: z
    .object({ at: Instant, by: Bilingual, outcome: ExceptionOutcome.nullable(), finding: z.string() })
    .nullable(),
})
export type BoardException = z.infer<typeof BoardException>

/** 100 a page, the latest first; `before` is the `next` of the page above. @throws AppError access.denied */
export const exceptionBoard = endpoint({
  method: 'get',
  path: '/pos/exceptions',
  audience: 'session',
  body: z.object({
    boardState: z.enum(['open', 'closed']).default('open'),
    before: z.string().max(120).optional(),
  }),
  reply: z.object({ exceptions: z.array(BoardException), next: z.string().nullable(), open: z.int() }),
})

/** The board with the reasons and approvals of what each is about. @throws AppError access.denied, request.too-large */
export const exceptionExport = listExport(
  '/pos/exception_export',
  'exceptions',
  z.object({ boardState: z.enum(['open', 'closed']).default('open') }).prefault({}),
)

/**
 * Closes an exception with a finding. @throws AppError access.denied, exception.own to whom it is about, request.not-found,
 * exception.closed where somebody has
 */
export const handleException = endpoint({
  method: 'post',
  path: '/pos/exceptions/handle',
  audience: 'session',
  body: z.object({
    opId: Uuid,
    code: z.string().min(1).max(60),
    conclusion: ExceptionOutcome,
    finding: z.string().trim().min(3).max(500),
  }),
  reply: z.object({ handledAt: Instant }),
})
