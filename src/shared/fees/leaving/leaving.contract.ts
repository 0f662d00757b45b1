import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency, Day, DayInput, Instant, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { regulators } from '#shared/school/regulator.rules.ts'
import { FeeCheque } from '../cheques/cheque.contract.ts'
import {
  ComponentCode,
  ComponentName,
  FeeChild,
  FeeNumber,
  feeMethods,
  maxFee,
  PayerName,
} from '../fee-values.contract.ts'
import { leavingReasons } from '../regulator/fee-pack.types.ts'
import { LeavingKeep } from './own-leaving.ts'

const kept = { kept: Minor }
const inTerm = { ...kept, keep: LeavingKeep, day: z.int() }

/** A step of the calculation: the id of its sentence with the values that it names, and what is kept by it. */
export const LeavingStepLine = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('earlier-terms'), ...kept }),
  z.object({ rule: z.literal('notice-in-time'), ...kept, days: z.int() }),
  z.object({ rule: z.literal('before-start'), ...kept }),
  z.object({ rule: z.literal('seat-back'), ...kept, reason: z.enum(leavingReasons) }),
  z.object({ rule: z.literal('until-days'), ...inTerm, days: z.int() }),
  z.object({ rule: z.literal('until-months'), ...inTerm, months: z.int() }),
  z.object({ rule: z.literal('later'), ...inTerm }),
  z.object({ rule: z.literal('term-cap'), ...kept, uncapped: Minor }),
  z.object({ rule: z.enum(['books-back', 'books-kept', 'discounts-back', 'discounts-end']), ...kept }),
])
export type LeavingStepLine = z.infer<typeof LeavingStepLine>

export const LeavingSum = z.object({
  requestedOn: Day,
  reason: z.enum(leavingReasons),
  unused: z.array(z.string()),
  year: z.int(),
  /** Term that counts, from 1, and its first day. */
  term: z.int(),
  termStartsOn: Day,
  /** Whose rule it is: the regulator's, or the school's own where that is null. */
  regulator: z.enum(regulators).nullable(),
  components: z.array(
    z.object({
      component: ComponentName,
      /** Of the year and of the term, with tax. */
      annual: Minor,
      termFee: Minor,
      billed: Minor,
      paid: Minor,
      kept: Minor,
      /** Whether it can be returned unused. */
      asksUnused: z.boolean(),
      lines: z.array(LeavingStepLine),
    }),
  ),
  /** What each payer gets back, or still owes. */
  payers: z.array(z.object({ payer: PayerName, kept: Minor, paid: Minor, returned: Minor, due: Minor })),
  kept: Minor,
  returned: Minor,
  due: Minor,
  /** Kept, and not billed yet: those parts are billed before the sum is settled. */
  unbilled: Minor,
  /** Seat money that settles nothing: decided in the child’s file. */
  seatLeft: Minor,
  /** Part of what is returned that is seat money again: its refund is opened in the child’s file. Absent in older sums. */
  toDeposit: Minor.optional(),
})
export type LeavingSum = z.infer<typeof LeavingSum>

/** What became of a leaving that was settled. */
export const SettledLeaving = z.object({
  leavingId: Uuid,
  settledAt: Instant,
  settledBy: Colleague,
  notes: z.array(z.object({ documentId: Uuid, number: z.string(), total: Minor })),
  /** Invoices of discounts that fell away. */
  invoices: z.array(z.object({ documentId: Uuid, number: z.string(), total: Minor })),
  claims: z.array(
    z.object({
      claimId: Uuid,
      payer: PayerName,
      amount: Minor,
      method: z.enum(feeMethods).nullable(),
      state: z.enum(['asked', 'approved', 'refused', 'paid']),
    }),
  ),
})
export type SettledLeaving = z.infer<typeof SettledLeaving>

/** Amount from zero, as callers send it. */
const SeenAmount = Minor.refine((amount) => amount >= 0 && amount <= maxFee)

const Asked = z.object({
  number: FeeNumber,
  /** Day of the written request. */
  requestedOn: DayInput,
  leavingReason: z.enum(leavingReasons).default('other'),
  /** Components of which everything came back unused. */
  unused: z.array(ComponentCode).max(60).default([]),
})

export const ChildLeaving = z.object({
  child: FeeChild,
  currency: Currency,
  today: Day,
  /** Reasons for which the rule gives seat money back, and `other`. */
  reasons: z.array(z.enum(leavingReasons)),
  sum: LeavingSum,
  /** Null until it is settled. */
  settled: SettledLeaving.nullable(),
  /** Cheques to give back, each signed for, once nothing is owed that they are for. */
  cheques: z.array(FeeCheque),
})
export type ChildLeaving = z.infer<typeof ChildLeaving>

/**
 * Calculates what is kept and returned when a child leaves; nothing is changed. A leaving that was settled is answered as it was.
 * @throws AppError access.denied, request.not-found, fees.leaving-no-rule (neither regulator nor school has one),
 * fees.leaving-no-terms (the school year has no terms), fees.leaving-no-plan (the rest of the child's year can't be planned)
 */
export const previewLeaving = endpoint({
  method: 'post',
  path: '/fees/leaving_preview',
  audience: 'session',
  body: Asked,
  reply: ChildLeaving,
})

/**
 * Makes it real: an invoice of discounts that fall away, credit notes for what is not kept, and refunds asked for, to those who paid, which another person approves.
 * Once for each child and school year, unless it was undone.
 * @throws AppError access.denied, request.not-found, request.invalid (a day to come), fees.leaving-no-rule, fees.leaving-no-terms,
 * fees.leaving-no-plan, fees.leaving-unbilled (something kept is not billed), fees.leaving-changed (no longer the sums that were seen),
 * fees.leaving-left (part of what is returned lies in no payment and no seat deposit)
 */
export const settleLeaving = endpoint({
  method: 'post',
  path: '/fees/leaving_settle',
  audience: 'session',
  body: Asked.extend({
    opId: OpId,
    /** As they were seen. */
    sums: z.object({ keptAmount: SeenAmount, returnedAmount: SeenAmount }),
    /** Stands on the credit notes and refunds. */
    documentNote: z.string().trim().min(1).max(300),
  }),
  reply: ChildLeaving,
})

/**
 * Undoes a settled leaving, by another person than settled it: the child is billed again from then on. Refunds that nobody has decided
 * are refused, the invoice for discounts that fell away is credited, and a seat deposit that is owed and not refunded is the child's
 * again. Its credit notes stay; what they took back is billed again where that is wanted.
 * @throws AppError access.denied, request.not-found (also of one that was undone), student.needs-another
 */
export const undoLeaving = endpoint({
  method: 'post',
  path: '/fees/leaving_undo',
  audience: 'session',
  body: z.object({
    leavingId: Uuid,
    isBilledAgain: z.boolean(),
    undoReason: z.string().trim().min(1).max(300),
  }),
  reply: Nothing,
})
