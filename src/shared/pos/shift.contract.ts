// chunk: till-calls
import { z } from 'zod'
import { Currency, Day, Instant, Int4, Minor, OpId, ShiftId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { Approval } from './approvals/approval.contract.ts'
import { TaxTotal } from './sale.contract.ts'

const pileCount = 30

/** How many there are of a note or a coin, by its worth in minor units. */
export const CashPile = z.object({ worth: Int4.min(1), count: Int4.min(1).max(100_000) })
export const CashPiles = z.array(CashPile).max(pileCount)
export type CashPiles = z.infer<typeof CashPiles>

/** One count of a drawer: by notes and coins, or as one amount. */
export const DrawerCount = z.object({ amount: Minor, piles: CashPiles.optional() })
export type DrawerCount = z.infer<typeof DrawerCount>

/** A cashier's time at a till, opened with a float. The business day is decided here and not by later clocks. */
export const OpenShift = z.object({
  id: ShiftId,
  /** The pairing whose numbers its receipts carry: a tablet may have been paired again before this arrives. */
  tillId: Uuid,
  epoch: z.int().min(1),
  /** Counts per till and epoch, from 1; also the number of its Z report. */
  no: z.int().min(1),
  currency: Currency,
  businessDay: Day,
  /** Counted in the drawer. */
  floatAmount: Minor,
  /** The same by notes and coins, where it was counted so. */
  piles: CashPiles.optional(),
  /** Float that the close before it left, as this device knows it. What differs stands at that close. */
  carried: z.object({ shiftId: ShiftId, amount: Minor }).optional(),
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
  /** Number on the bag of a drop. */
  bag: z.string().trim().min(1).max(40).optional(),
  /** Another person who saw it, proven by PIN or password. */
  witness: UserId.optional(),
  approval: Approval.optional(),
  /** The operation that never reached the server, in whose place this one was entered. */
  corrects: OpId.optional(),
})
export type CashMovement = z.infer<typeof CashMovement>

/** Why a drawer was opened; `print` where the printer's driver opens it with every paper. Stored permanently. */
export const DrawerCause = z.enum([
  'sale',
  'refund',
  'top-up',
  'no-sale',
  'paid-in',
  'paid-out',
  'drop',
  'print',
  /** Since version 2: a copy of a paper was printed, and nothing opened the drawer. */
  'copy',
  'test',
  'unknown',
])
export type DrawerCause = z.infer<typeof DrawerCause>

/**
 * An opening of the drawer, saved before it is opened: whether the drawer has obeyed is not known here. Or a copy of a document's paper,
 * which opens nothing.
 */
export const DrawerEvent = z.object({
  id: Uuid,
  /** Nothing where no shift was open, as for a test. */
  shiftId: ShiftId.nullable(),
  cause: DrawerCause,
  /** The sale, refund, top-up or movement that it was opened for, or whose paper was copied. */
  ref: Uuid.optional(),
  by: UserId,
  at: Instant,
})
export type DrawerEvent = z.infer<typeof DrawerEvent>

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
  /** Cash taken for accounts and not voided; absent where there was none, as in every report of an older till. */
  topUps: z.object({ count: z.int(), amount: Minor }).optional(),
  /** Money given back in this shift, whenever it was sold; absent where there was none, as in every report of an older till. */
  refunds: z
    .object({ count: z.int(), total: Minor, tax: Minor, tenders: z.array(KindTotal), rounding: Minor, cash: Minor })
    .optional(),
  /** Openings of the drawer by cause; absent where there was none, as in every report of an older till. */
  drawer: z.array(z.object({ cause: DrawerCause, count: z.int() })).optional(),
  /** Cash put into bags for the safe. */
  bags: z.array(z.object({ bag: z.string(), amount: Minor })).optional(),
  /** Approvals of other people, by approver. */
  approvals: z.array(z.object({ by: UserId, count: z.int() })).optional(),
  /** Lines taken off carts before they were paid. */
  removedLines: z.int().optional(),
  /** Float that the close before it left. */
  carried: Minor.optional(),
  floatAmount: Minor,
  cashTaken: Minor,
  expectedCash: Minor,
  countedCash: Minor.nullable(),
  difference: Minor.nullable(),
  /** Every count of the close, what it left and the bag of the rest; absent before it, and in version 1. */
  close: z.object({ counts: z.array(DrawerCount), left: Minor.optional(), bag: z.string().optional() }).optional(),
  firstReceipt: z.string().nullable(),
  lastReceipt: z.string().nullable(),
})
export type ShiftReport = z.infer<typeof ShiftReport>

/** A report without what the drawer should hold, and without what gives it away: for who counts blind. */
export const BlindReport = ShiftReport.omit({
  voidsTotal: true,
  gross: true,
  discount: true,
  net: true,
  taxes: true,
  tax: true,
  total: true,
  rounding: true,
  cashTaken: true,
  expectedCash: true,
  difference: true,
})
export type BlindReport = z.infer<typeof BlindReport>

/** The blind count and the Z as printed; the server computes its own and flags a difference. */
export const CloseShift = z.object({
  shiftId: ShiftId,
  /** The last count. */
  countedCash: Minor,
  /** Every count, the recount last; absent in version 1. */
  counts: z.array(DrawerCount).min(1).max(2).optional(),
  /** What stays in the drawer for the next shift, and the number on the bag of the rest. */
  left: Minor.optional(),
  bag: z.string().trim().min(1).max(40).optional(),
  differenceReason: z.string().trim().max(200).optional(),
  by: UserId,
  at: Instant,
  /** The Z as printed: version 1. */
  report: ShiftReport.optional(),
  /**
   * SHA-256, hex, of the Z as printed (`reportHash`). From version 2 on the Z itself stays out of the stored row, where a blind
   * cashier could read what the drawer should have held.
   */
  reportHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
export type CloseShift = z.infer<typeof CloseShift>
