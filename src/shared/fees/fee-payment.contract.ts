// chunk: desk-calls
import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, Day, DayInput, Instant, InstantInput, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import {
  FeeAllocation,
  FeeAmount,
  FeeChild,
  FeeNumber,
  feeMethods,
  PayerName,
  WishedAllocation,
} from './fee-values.contract.ts'

/** Number of a receipt that a device gave: unique unless two devices chose the same serial. */
export const ProvisionalNumber = z.string().regex(/^P-[2-9FKMRW]{6}-\d{4,9}$/)

/** Money that came for fees, as it was taken. Sent again it is the same receipt. */
export const FeePayment = z.object({
  /** Made where the money was taken, once for each. */
  opId: OpId,
  /** A cheque is taken by `receiveCheque`, so that it can clear or bounce; online money is booked when the gateway says so. */
  method: z.enum(feeMethods).exclude(['online', 'cheque']),
  amount: FeeAmount,
  currency: Currency,
  payerId: Uuid,
  /** Child at whose page it was taken; null for money of a payer as a whole. */
  studentId: Uuid.nullable().default(null),
  /** Day on which it came, by the school's calendar; not later than today. Of cash with `takenAt` it counts for nothing. */
  receivedOn: DayInput,
  /** Of cash, when a desk took it, by the clock of its device: a clock that is fast makes it no later than now. */
  takenAt: InstantInput.optional(),
  /** Slip or transfer number. */
  reference: z.string().trim().max(80).default(''),
  /** Items that the payer chose; the rest is allocated by the rules. */
  wished: z.array(WishedAllocation).max(60).default([]),
  provisional: ProvisionalNumber.nullable().default(null),
})
export type FeePayment = z.infer<typeof FeePayment>

/** Receipt for fees, with what it settled. */
export const FeeReceipt = z.object({
  paymentId: Uuid,
  documentId: Uuid,
  /** `C-year-000001`. */
  number: z.string(),
  provisional: z.string().nullable(),
  /** Code by which anybody can verify it. */
  verifyCode: z.string(),
  payer: PayerName,
  /** Child at whose page the money was taken. */
  child: FeeChild.nullable(),
  method: z.enum(feeMethods),
  amount: Minor,
  currency: Currency,
  reference: z.string(),
  receivedOn: Day,
  /** Day on which it is booked: later than `receivedOn` where that day was locked already. */
  effectiveOn: Day,
  /** True if it could not be booked on the day on which it came. */
  isLate: z.boolean(),
  recordedAt: Instant,
  by: Colleague.nullable(),
  /** `held`: a cheque that has not cleared; `returned`: it bounced or was given back. */
  state: z.enum(['final', 'held', 'returned']),
  /** What it settles now, each with its reason. */
  allocations: z.array(FeeAllocation),
  /** Part that settles nothing and is the family's credit. */
  credit: Minor,
  /** Part of what the payer chose that was paid already; it is in the credit. */
  unmet: Minor,
  /** What the payer still owed after it, in minor units: as printed, or what they owe now for receipts from before it was kept. */
  openAfter: Minor,
  /** What was printed at the issue, in minor units; null for an answer of an older server. */
  issued: z
    .object({
      /** What it settled then. */
      items: z.array(z.object({ child: FeeChild.nullable(), name: Bilingual, part: z.int(), amount: Minor })),
      credit: Minor,
    })
    .nullable()
    .default(null),
  /** How often the server knows it to be printed. */
  prints: z.int().default(0),
})
export type FeeReceipt = z.infer<typeof FeeReceipt>

/**
 * Records money and issues its receipt, once for each `opId`.
 * @throws AppError access.denied, request.not-found (payer or child), request.invalid (a day to come, another currency, the id
 * came for something else)
 */
export const recordFeePayment = endpoint({
  method: 'post',
  path: '/fees/payment',
  audience: 'session',
  body: FeePayment,
  reply: z.object({ receipt: FeeReceipt }),
})

/** Reads one receipt with what it settles now. @throws AppError access.denied, request.not-found */
export const feeReceipt = endpoint({
  method: 'get',
  path: '/fees/receipt',
  audience: 'session',
  public: { scope: 'fees.read', name: 'readFeeReceipt' },
  body: z.object({ paymentId: Uuid }),
  reply: z.object({ receipt: FeeReceipt }),
})

/** Lists the receipts of a child and of who pays for it, the latest first. @throws AppError access.denied, request.not-found */
export const feeReceipts = endpoint({
  method: 'get',
  path: '/fees/receipts',
  audience: 'session',
  body: z.object({ number: FeeNumber }),
  reply: z.object({ receipts: z.array(FeeReceipt) }),
})

/**
 * Allocates a payment again: what it settled is taken back by rows of its own, and the receipt stays as it is. What is not wished
 * becomes the family's credit.
 * @throws AppError access.denied, request.not-found, fees.over-allocated (more than is open on an item or than came)
 */
export const reallocatePayment = endpoint({
  method: 'post',
  path: '/fees/reallocate',
  audience: 'session',
  body: z.object({ opId: OpId, paymentId: Uuid, wished: z.array(WishedAllocation).max(60) }),
  reply: z.object({ receipt: FeeReceipt }),
})

/** Prints of one receipt that are told at once. */
export const maxToldPrints = 50

/**
 * Notes that a receipt is printed, each print once by its id: this one last, after those that were printed without a network.
 * @returns the number of the copy, 0 for the original. @throws AppError access.denied, request.not-found
 */
export const printFeeReceipt = endpoint({
  method: 'post',
  path: '/fees/receipt_print',
  audience: 'session',
  body: z.object({ paymentId: Uuid, printIds: z.array(OpId).min(1).max(maxToldPrints) }),
  reply: z.object({ copy: z.int() }),
})

/**
 * Lists payments for finance to look at, the latest 100: part of what their payer chose was paid already when they were recorded,
 * and that part is still credit. One leaves the list when it is allocated or paid back. @throws AppError access.denied
 */
export const unmetFeePayments = endpoint({
  method: 'get',
  path: '/fees/unmet',
  audience: 'session',
  body: z.object({}),
  reply: z.object({ receipts: z.array(FeeReceipt) }),
})
