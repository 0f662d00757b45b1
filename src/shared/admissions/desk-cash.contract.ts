// chunk: desk-calls
import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, Instant, InstantInput, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { IncludedTax } from '#shared/fees/tax/fee-tax.contract.ts'
import { cashFaults, cashPurposes } from './desk-cash.rules.ts'

/*
 * Cash that the admissions desk takes, with and without a network. It has happened when it is sent: the server books it
 * whatever has become of the file, once, and gives it the final number of its receipt.
 */

/** The most that one receipt is for, in minor units: anyone who types more has a key stuck. */
const maxCash = 1_000_000_000

/** What the desk knew when it took the money; shown beside what is so now where it has no effect. */
const CashKnown = z.object({
  /** What had come for the same, kept on this device or written down by the server. */
  received: Minor,
  /** What was asked for; null for a fee, which only has a most. */
  due: Minor.nullable(),
  /** Of when that was. */
  asOf: InstantInput,
})

/** Cash as it was taken. The same again is the same receipt. */
export const CashTaken = z
  .object({
    /** Made where the money was taken, once for each. */
    id: OpId,
    student_id: Uuid,
    paysFor: z.enum(cashPurposes),
    /** Whose deposit it is; null for a fee. */
    offerId: Uuid.nullable(),
    amount: Minor.refine((minor) => minor > 0 && minor <= maxCash),
    currency: Currency,
    /** The number of the receipt that the family got at once. */
    provisional: z.string().regex(/^P-[2-9FKMRW]{6}-\d{4,9}$/),
    /** By the clock of the device. */
    takenAt: InstantInput,
    known: CashKnown,
    /** Final number under which it was booked before; sent when a restored server must book it again. */
    bookedAs: z.string().max(20).optional(),
  })
  .refine(({ paysFor, offerId }) => (paysFor === 'deposit') === (offerId !== null), { path: ['offerId'] })
export type CashTaken = z.infer<typeof CashTaken>

/** Cash as the server has booked it. */
export const CashReceipt = z.object({
  id: OpId,
  /** The final number. */
  number: z.string(),
  provisional: z.string(),
  paysFor: z.enum(cashPurposes),
  offerId: Uuid.nullable(),
  amount: Minor,
  currency: Currency,
  /** That an application fee contains; null where none was set, and while the money is not allocated. */
  tax: IncludedTax.nullable().default(null),
  takenAt: Instant,
  recordedAt: Instant,
  by: Colleague,
  known: CashKnown,
  /** Why it had no effect when it was booked; null where it had. */
  fault: z.enum(cashFaults).nullable(),
  /** What finance did with money that had none. */
  end: z.object({ kind: z.enum(['returned', 'placed']), by: Colleague, at: Instant }).nullable(),
})
export type CashReceipt = z.infer<typeof CashReceipt>

/**
 * Books cash that was taken for a fee or a deposit, by the person who may write down either. It is never refused for what has become
 * of the file: then it is money without effect, in finance's queue. The same again is answered as it is booked.
 * @throws AppError access.denied, request.not-found (no such file), request.invalid (the id is another's, or of something else)
 */
export const takeCash = endpoint({
  method: 'post',
  path: '/student/cash',
  audience: 'session',
  body: CashTaken,
  reply: z.object({ receipt: CashReceipt }),
})
