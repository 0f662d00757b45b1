// chunk: till-calls
import { z } from 'zod'
import { Currency, Day, Instant, Minor, OpId, ShiftId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { Approval } from './approvals/approval.contract.ts'
import { TaxTotal } from './sale.contract.ts'

/** A cashier's time at a till, opened with a float. The business day is decided here and not by later clocks. */
export const OpenShift = z.object({
  id: ShiftId,
  /** The pairing whose numbers its receipts carry: a tablet may have been paired anew before this arrives. */
  tillId: Uuid,
  epoch: z.int().min(1),
  /** Counts per till and epoch, from 1; also the number of its Z report. */
  no: z.int().min(1),
  currency: Currency,
  businessDay: Day,
  floatAmount: Minor,
  by: UserId,
  at: Instant,
})
export type OpenShift = z.infer<typeof OpenShift>

export const CashMovementKind = z.enum(['paid-in', 'paid-out', 'drop', 'no-sale'])
export type CashMovementKind = z.infer<typeof CashMovementKind>

/** Cash that moved without a sale, or a drawer opened for none. `amount` is never negative; the kind gives the direction. */
export const CashMovement = z.object({
  id: Uuid,
  shiftId: ShiftId,
  kind: CashMovementKind,
  amount: Minor,
  reason: z.string().trim().min(1).max(200),
  by: UserId,
  at: Instant,
  /** The operation that never reached the server, in whose place this one was entered. */
  corrects: OpId.optional(),
  approval: Approval.optional(),
  /** Another person who saw the cash leave the drawer. */
  witness: UserId.optional(),
  /** Number of the bag that a drop went into. */
  bag: z.string().trim().min(1).max(40).optional(),
})
export type CashMovement = z.infer<typeof CashMovement>

const KindTotal = z.object({ kind: z.string(), count: z.int(), amount: Minor })

/** X (any time) and Z (at close): computed from rows by `shiftReport`, on the device and on the server alike. */
export const ShiftReport = z.object({
  shiftId: ShiftId,
  no: z.int(),
  currency: Currency,
  businessDay: Day,
  salesCount: z.int(),
  voidsCount: z.int(),
  voidsTotal: Minor,
  gross: Minor,
  discount: Minor,
  net: Minor,
  taxes: z.array(TaxTotal),
  tax: Minor,
  total: Minor,
  tenders: z.array(KindTotal),
  rounding: Minor,
  movements: z.array(KindTotal),
  /** Cash taken for accounts; absent where there was none, as in every report of an older till. */
  topUps: z.object({ count: z.int(), amount: Minor }).optional(),
  /** Money given back in this shift, whenever it was sold; absent where there was none, as in every report of an older till. */
  refunds: z
    .object({ count: z.int(), total: Minor, tax: Minor, tenders: z.array(KindTotal), rounding: Minor, cash: Minor })
    .optional(),
  floatAmount: Minor,
  cashTaken: Minor,
  expectedCash: Minor,
  countedCash: Minor.nullable(),
  difference: Minor.nullable(),
  firstReceipt: z.string().nullable(),
  lastReceipt: z.string().nullable(),
})
export type ShiftReport = z.infer<typeof ShiftReport>

/** The blind count and the Z as printed; the server computes its own and flags a difference. */
export const CloseShift = z.object({
  shiftId: ShiftId,
  countedCash: Minor,
  differenceReason: z.string().trim().max(200).optional(),
  by: UserId,
  at: Instant,
  report: ShiftReport,
})
export type CloseShift = z.infer<typeof CloseShift>
