// chunk: till-calls
import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import {
  Currency,
  CustomerId,
  Day,
  Instant,
  ItemId,
  Minor,
  OpId,
  SaleId,
  ShiftId,
  UserId,
  Uuid,
} from '#shared/kernel/fields.ts'
import { Approval } from '../approvals/approval.contract.ts'
import { SaleTotals, TaxTotal } from '../sale.contract.ts'

/** What became of the goods: `kept` by the customer or eaten, thrown away, or back among what is for sale. */
export const RefundedGoods = z.enum(['kept', 'waste', 'back'])
export type RefundedGoods = z.infer<typeof RefundedGoods>

/** A part of a line as it was sold. All amounts are positive: the document says that they go back. */
export const RefundLine = z.object({
  saleLineId: Uuid,
  itemId: ItemId,
  name: Bilingual,
  /** Thousandths of a piece. */
  qtyMilli: z.int().min(1).max(999_000),
  gross: Minor,
  discount: Minor,
  taxCode: z.string().max(40),
  ratePpm: z.int().min(0),
  tax: Minor,
  net: Minor,
  goods: RefundedGoods,
})
export type RefundLine = z.infer<typeof RefundLine>

const part = { id: Uuid, amount: Minor, /** The tender of the sale that it reverses. */ saleTenderId: Uuid }

/** One way in which money goes back. `amount` is its part of the total; in cash `amount + rounding` leaves the drawer. */
export const RefundTender = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cash'), ...part, rounding: Minor }),
  z.object({ kind: z.literal('account'), ...part, customerId: CustomerId }),
  /** `terminalRef` as printed by the outside terminal on its refund slip. */
  z.object({ kind: z.literal('card'), ...part, terminalRef: z.string().trim().min(1).max(40) }),
])
export type RefundTender = z.infer<typeof RefundTender>

/** Money given back for a sale, as a document with a number of its own. It has happened, and is never refused. */
export const Refund = z.object({
  id: Uuid,
  shiftId: ShiftId,
  receiptNo: z.string().max(40),
  receiptSeq: z.int().min(1),
  currency: Currency,
  businessDay: Day,
  saleId: SaleId,
  saleReceiptNo: z.string().max(40),
  customerId: CustomerId.nullable(),
  lines: z.array(RefundLine).min(1).max(100),
  taxes: z.array(TaxTotal).max(20),
  totals: SaleTotals,
  tenders: z.array(RefundTender).min(1).max(10),
  reason: z.string().trim().min(1).max(200),
  by: UserId,
  at: Instant,
  approval: Approval.optional(),
  /** No receipt was shown: `saleId` and `saleTenderId` are the refund's own id, `saleReceiptNo` is empty; to an account only. */
  withoutSale: z.literal(true).optional(),
  /** The sale made in exchange, whose own document stands beside this one. */
  exchangeSaleId: SaleId.optional(),
  /** The operation that never reached the server, in whose place this one was entered. */
  corrects: OpId.optional(),
})
export type Refund = z.infer<typeof Refund>
