import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, Day, Minor, Uuid } from '#shared/kernel/fields.ts'
import { FeeDocumentRow } from './fee-document.contract.ts'
import { FeeReceipt } from './fee-payment.contract.ts'
import { AppliedDiscount, ComponentName, FeeChild, FeeNumber, PayerName } from './fee-values.contract.ts'

/** Why an item is open, or is not: screens have a sentence for each, with the values beside it. */
export const openReasons = [
  /** `paid`: all of it. */
  'paid',
  /** All of it was credited. */
  'credited',
  'written-off',
  /** Nothing came yet, and it is not due before `on`. */
  'not-due',
  /** Was due on `on`, `days` ago, and nothing came. */
  'overdue',
  /** `paid` came, and the rest is not due before `on`. */
  'part-paid',
  /** `paid` came, and the rest was due on `on`, `days` ago. */
  'part-overdue',
  /** A cheque of `amount` covers it and has not cleared. */
  'cheque-held',
] as const

export const OpenReason = z.object({
  id: z.enum(openReasons),
  on: Day.nullable(),
  days: z.int().nullable(),
  paid: Minor.nullable(),
  amount: Minor.nullable(),
})
export type OpenReason = z.infer<typeof OpenReason>

/** One part of one component that a payer owes. billed − discount + tax − credited − writtenOff − paid = open. */
export const FeeItem = z.object({
  chargeId: Uuid,
  studentId: Uuid,
  payerId: Uuid,
  component: ComponentName,
  year: z.int(),
  part: z.int(),
  dueOn: Day,
  /** Before discounts. */
  billed: Minor,
  discounts: z.array(AppliedDiscount),
  discount: Minor,
  tax: Minor,
  credited: Minor,
  writtenOff: Minor,
  paid: Minor,
  /** Part of `paid` by cheques that have not cleared. */
  held: Minor,
  open: Minor,
  invoice: z.object({ documentId: Uuid, number: z.string() }).nullable(),
  why: OpenReason,
})
export type FeeItem = z.infer<typeof FeeItem>

/** Payer of a child, with what they owe for this child. */
export const FeeAccountPayer = PayerName.extend({
  /** Code that a bank transfer names. */
  code: z.string(),
  shares: z.array(
    z.object({
      /** Null for all components that no other share names. */
      component: z.string().nullable(),
      ppm: z.int(),
      from: Day.nullable(),
      until: Day.nullable(),
    }),
  ),
  /** Open and due today or before. */
  dueNow: Minor,
  /** The next day on which something falls due. */
  next: z.object({ on: Day, amount: Minor }).nullable(),
  open: Minor,
  /** Money of the payer that settles nothing, for all children together. */
  credit: Minor,
  /** Cheques that have not cleared, for all children together. */
  chequesHeld: Minor,
})
export type FeeAccountPayer = z.infer<typeof FeeAccountPayer>

export const FeeAccount = z.object({
  child: FeeChild,
  currency: Currency,
  /** Day of the school by which it is due. */
  today: Day,
  payers: z.array(FeeAccountPayer),
  /** By year, the latest first, then by due date. */
  items: z.array(FeeItem),
  /** The latest first. */
  documents: z.array(FeeDocumentRow),
  /** The latest first. */
  payments: z.array(FeeReceipt),
  /** Seat deposits of the child that are not applied yet. */
  deposit: Minor,
})
export type FeeAccount = z.infer<typeof FeeAccount>

/**
 * Reads what a child's payers owe and have paid, by admission number or id of the file.
 * @throws AppError access.denied, request.not-found
 */
export const feeAccount = endpoint({
  method: 'get',
  path: '/fees/account',
  audience: 'session',
  public: { scope: 'fees.read', name: 'readFeeAccount' },
  body: z.object({ number: FeeNumber }),
  reply: FeeAccount,
})
