// chunk: till-calls
import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Uuid } from '#shared/kernel/fields.ts'
import { Refund, RefundLine } from './refund.contract.ts'
import { Sale } from '../sale.contract.ts'

/** A sale that money may be given back for, and what has been given back. */
export const RefundableSale = z.object({
  sale: Sale.pick({
    id: true,
    receiptNo: true,
    businessDay: true,
    currency: true,
    customerId: true,
    lines: true,
    taxes: true,
    totals: true,
    tenders: true,
  }),
  isVoided: z.boolean(),
  earlier: z.array(
    z.object({
      id: Uuid,
      lines: z.array(RefundLine.pick({ saleLineId: true, qtyMilli: true })),
      tenders: z.array(z.object({ saleTenderId: Uuid, amount: Refund.shape.totals.shape.total })),
    }),
  ),
})
export type RefundableSale = z.infer<typeof RefundableSale>

/** Finds a sale of any till by the number on its receipt. @throws AppError access.denied, request.not-found */
export const refundableSale = endpoint({
  method: 'get',
  path: '/pos/refundable',
  audience: 'session',
  body: z.object({ receiptNo: z.string().trim().min(1).max(40) }),
  reply: z.object({ found: RefundableSale }),
})
