import { z } from 'zod'
import { Bilingual, endpoint } from './endpoint.ts'
import { Day, Instant, Minor, Uuid } from './fields.ts'
import { ShiftReport } from './shift.ts'

/** One sale, void or movement of cash, as the transaction report lists it. */
export const Transaction = z.object({
  id: Uuid,
  kind: z.enum(['sale', 'void', 'paid-in', 'paid-out', 'drop', 'no-sale', 'shift-open', 'shift-close']),
  receiptNo: z.string().nullable(),
  at: Instant,
  receivedAt: Instant.nullable(),
  businessDay: Day,
  till: z.string(),
  shiftNo: z.int(),
  cashier: Bilingual,
  customer: z.object({ name: Bilingual, admissionNo: z.string() }).nullable(),
  itemCount: z.int(),
  amount: Minor,
  tenders: z.array(z.object({ kind: z.string(), amount: Minor })),
  voided: z.boolean(),
  /** `received` for rows of the server; rows still on this device are added by the screen. */
  sync: z.enum(['received', 'pending', 'attention']),
  flags: z.array(z.string()),
})
export type Transaction = z.infer<typeof Transaction>

/** Newest first, 200 rows a page; `before` is the `at|id` of the last row seen. */
export const transactionReport = endpoint({
  method: 'get',
  path: '/pos/transactions',
  audience: 'session',
  body: z.object({
    day: Day.optional(),
    till: z.string().max(20).optional(),
    before: z.string().max(80).optional(),
  }),
  reply: z.object({ transactions: z.array(Transaction), next: z.string().nullable() }),
})

/** X or Z of one shift as the server computes it from its rows. */
export const shiftReportEndpoint = endpoint({
  method: 'get',
  path: '/pos/shift_report',
  audience: 'session',
  body: z.object({ shiftId: Uuid }),
  reply: z.object({ report: ShiftReport, closed: z.boolean(), missingReceipts: z.array(z.int()) }),
})
