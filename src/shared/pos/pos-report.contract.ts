import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Day, Instant, Minor, ShiftId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'
import { Beacon } from '#shared/sync/device.contract.ts'
import { BlindReport, ShiftReport } from './shift.contract.ts'
import { DroppedCart } from './carts/dropped-cart.contract.ts'
import { RemovedLine, Sale } from './sale.contract.ts'
import { TillSettings } from './snapshot.contract.ts'
import { TransactionFilter } from './reports/transaction-filter.contract.ts'

/** Why somebody went beyond the ordinary at a till, and who did or approved it. */
export const Reason = z.object({
  kind: z.enum(['allergy', 'discount', 'line-discount', 'price', 'void', 'refund', 'cash', 'difference']),
  text: z.string(),
  by: Bilingual.nullable(),
  /** What was sold although the customer must not have it, or at another price. */
  item: Bilingual.nullable(),
  /** Another person who approved it; null for nobody, absent from an older server. */
  approvedBy: Bilingual.nullable().optional(),
})
export type Reason = z.infer<typeof Reason>

/** One sale, void or movement of cash, as the transaction report lists it. */
export const Transaction = z.object({
  id: Uuid,
  kind: z.enum([
    'sale',
    'void',
    'paid-in',
    'paid-out',
    'drop',
    'no-sale',
    'top-up',
    'refund',
    'shift-open',
    'shift-close',
  ]),
  receiptNo: z.string().nullable(),
  at: Instant,
  receivedAt: Instant.nullable(),
  businessDay: Day,
  till: z.string(),
  shiftNo: z.int(),
  cashier: Bilingual,
  customer: z.object({ name: Bilingual, admissionNo: z.string() }).nullable(),
  itemCount: z.int(),
  /** Nothing where a shift was opened or closed: what was counted then is no money that moved. */
  amount: Minor,
  /** Cash counted in the drawer: the float of an opened shift, the count of a closed one. Absent from an older server. */
  drawer: Minor.nullable().default(null),
  tenders: z.array(z.object({ kind: z.string(), amount: Minor })),
  voided: z.boolean(),
  /** `received` for rows of the server; rows still on this device are added by the screen. */
  sync: z.enum(['received', 'pending', 'attention']),
  flags: z.array(z.string()),
  reasons: z.array(Reason),
})
export type Transaction = z.infer<typeof Transaction>

/** Which shifts are listed: days as for transactions. */
const ShiftFilter = TransactionFilter.pick({ day: true, lastDay: true, till: true })

/** Newest first, 200 rows a page; `before` is the `at|id` of the last row seen. */
export const transactionReport = endpoint({
  method: 'get',
  path: '/pos/transactions',
  audience: 'session',
  public: { scope: 'sales.read', name: 'listTransactions' },
  body: TransactionFilter.extend({ before: z.string().max(80).optional() }),
  reply: z.object({ transactions: z.array(Transaction), next: z.string().nullable() }),
})

/** One sale as its receipt has it. */
export const SaleDetail = z.object({
  sale: Sale.pick({
    id: true,
    receiptNo: true,
    currency: true,
    businessDay: true,
    soldAt: true,
    lines: true,
    discount: true,
    taxes: true,
    totals: true,
    tenders: true,
  }),
  voidReason: z.string().nullable(),
  /** Another person who approved the void; null for nobody, absent from an older server. */
  voidApprovedBy: Bilingual.nullable().optional(),
  /** Receipt of the refund that it was exchanged with. */
  exchangedReceiptNo: z.string().nullable().default(null),
  /** Taken out of the cart before it was paid; for those who see all sales, and for a short time. */
  removed: z.array(RemovedLine).default([]),
  /** What stands on the school's receipts. */
  settings: TillSettings.pick({
    school: true,
    timeZone: true,
    language: true,
    receiptHeader: true,
    receiptFooter: true,
  }),
})
export type SaleDetail = z.infer<typeof SaleDetail>

export const saleDetail = endpoint({
  method: 'get',
  path: '/pos/sale',
  audience: 'session',
  public: { scope: 'sales.read', name: 'readSale' },
  body: z.object({ saleId: Uuid }),
  reply: SaleDetail,
})

/** What the server holds; rows that are still on a device are in no file. */
export const transactionExport = listExport('/pos/transaction_export', 'sales', TransactionFilter.default({}))

/** A shift among others. */
export const ShiftSummary = z.object({
  shiftId: ShiftId,
  no: z.int(),
  businessDay: Day,
  /** Site, till and pairing, as its receipts begin. */
  series: z.string(),
  till: Bilingual,
  openedAt: Instant,
  openedBy: Bilingual,
  closedAt: Instant.nullable(),
  closedBy: Bilingual.nullable(),
  /** How many things of it staff should look at. */
  exceptionCount: z.int(),
})
export type ShiftSummary = z.infer<typeof ShiftSummary>

/** The latest shifts first, 200 at most. */
export const shiftList = endpoint({
  method: 'get',
  path: '/pos/shifts',
  audience: 'session',
  public: { scope: 'sales.read', name: 'listShifts' },
  body: ShiftFilter,
  reply: z.object({ shifts: z.array(ShiftSummary), isCut: z.boolean() }),
})

export const shiftExport = listExport('/pos/shift_export', 'shifts', ShiftFilter.default({}))

/** Something that counts and should be looked at; `receiptNo` where it is about a sale or its void. */
export const ShiftException = z.object({ opId: Uuid, code: z.string(), receiptNo: z.string().nullable(), at: Instant })
export type ShiftException = z.infer<typeof ShiftException>

/** A reason given in a shift; `receiptNo` where it is about a sale. */
export const ShiftReason = Reason.extend({ receiptNo: z.string().nullable(), at: Instant })
export type ShiftReason = z.infer<typeof ShiftReason>

/** One payment by card, with the number on the slip of the terminal. */
export const CardSlip = z.object({ receiptNo: z.string(), terminalRef: z.string(), amount: Minor })
export type CardSlip = z.infer<typeof CardSlip>

/** Who approved acts of a shift; the report counts them by id. */
export const ShiftApprover = z.object({ userId: UserId, name: Bilingual })
export type ShiftApprover = z.infer<typeof ShiftApprover>

/** A cart that was begun in a shift and never paid. */
export const ShiftDroppedCart = DroppedCart.pick({ id: true, begunAt: true, at: true, cause: true, removed: true })
export type ShiftDroppedCart = z.infer<typeof ShiftDroppedCart>

/**
 * X or Z of one shift as the server computes it from its rows. `missingReceipts` are numbers of the till's series that
 * have not arrived although the next one has, in this shift.
 */
export const shiftReportEndpoint = endpoint({
  method: 'get',
  path: '/pos/shift_report',
  audience: 'session',
  body: z.object({ shiftId: Uuid }),
  reply: z.object({
    /** Without what the drawer should hold, for who counts it blind (`mayKnowCash`). */
    report: z.union([ShiftReport, BlindReport]),
    /** The next shift of the till, where it counted another float than this close left. */
    nextFloat: z
      .object({ left: Minor, counted: Minor, by: Bilingual.nullable(), at: Instant })
      .nullable()
      .default(null),
    shift: ShiftSummary,
    closed: z.boolean(),
    missingReceipts: z.array(z.int()),
    exceptions: z.array(ShiftException),
    reasons: z.array(ShiftReason),
    cardSlips: z.array(CardSlip).default([]),
    approvers: z.array(ShiftApprover).default([]),
    /** For those who see all sales, and for a short time. */
    droppedCarts: z.array(ShiftDroppedCart).default([]),
    beacon: Beacon,
  }),
})
