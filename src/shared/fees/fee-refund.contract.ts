import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Instant, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { FeeAmount, FeeChild, feeMethods, PayerName } from './fee-values.contract.ts'

/** Money that goes back, and debt that is given up: both are asked for by one person and approved by another. */
export const claimKinds = ['refund', 'write-off'] as const

export const FeeClaim = z.object({
  claimId: Uuid,
  kind: z.enum(claimKinds),
  state: z.enum(['asked', 'approved', 'refused', 'paid']),
  payer: PayerName,
  child: FeeChild.nullable(),
  amount: Minor,
  /** Of a refund: the payment whose money goes back. */
  paymentId: Uuid.nullable(),
  /** Of a write-off: the item. */
  chargeId: Uuid.nullable(),
  method: z.enum(feeMethods).nullable(),
  reason: z.string(),
  askedBy: Colleague,
  askedAt: Instant,
  decidedBy: Colleague.nullable(),
  decidedAt: Instant.nullable(),
  paidOn: Day.nullable(),
  /** Number of the refund's document. */
  number: z.string().nullable(),
  /** Of online money: what the gateway made of the refund that it was asked for last; null where it was not asked. */
  atGateway: z
    .object({
      state: z.enum(['asked', 'refunded', 'refused']),
      /** Of a refusal: the gateway's own words; null where it gave none. */
      why: z.string().nullable(),
      at: Instant,
    })
    .nullable()
    .default(null),
})
export type FeeClaim = z.infer<typeof FeeClaim>

const claim = { reply: z.object({ claim: FeeClaim }), method: 'post', audience: 'session' } as const

/**
 * Asks for a refund of a payment, to its payer, out of the part of it that settles nothing.
 * @throws AppError access.denied, request.not-found, fees.refund-over (more than came or than is free), fees.refund-way (cash
 * for money that did not come in cash)
 */
export const askRefund = endpoint({
  ...claim,
  path: '/fees/refund_ask',
  body: z.object({
    opId: OpId,
    paymentId: Uuid,
    /** Must be the payer of that payment. */
    payerId: Uuid,
    amount: FeeAmount,
    method: z.enum(feeMethods),
    reason: z.string().trim().min(1).max(300),
  }),
})

/** Asks to give up what is open on an item. @throws AppError access.denied, request.not-found, fees.over-allocated */
export const askWriteOff = endpoint({
  ...claim,
  path: '/fees/write_off_ask',
  body: z.object({ opId: OpId, chargeId: Uuid, amount: FeeAmount, reason: z.string().trim().min(1).max(300) }),
})

/** Approves or refuses a claim. @throws AppError access.denied, request.not-found, student.needs-another, fees.claim-decided */
export const decideClaim = endpoint({
  ...claim,
  path: '/fees/claim_decide',
  body: z.object({ claimId: Uuid, isApproved: z.boolean() }),
})

/**
 * Pays an approved refund. One of online money asks the gateway, which pays it back by the way on which it came: once, also when
 * it is sent again, and the answer says what the gateway made of it. What it refused is paid by transfer to the same payer. Any other
 * refund was paid already, and is recorded. Its document is issued with the payment.
 * @throws AppError access.denied, request.not-found, request.invalid (a day to come), fees.claim-decided, fees.refund-way (a
 * transfer in place of a gateway that has not refused)
 */
export const payRefund = endpoint({
  ...claim,
  path: '/fees/refund_pay',
  body: z.object({
    opId: OpId,
    claimId: Uuid,
    paidOn: DayInput,
    reference: z.string().trim().max(80).default(''),
    /** In place of a gateway that has refused. */
    method: z.literal('transfer').optional(),
  }),
})

/**
 * Says what became of a refund whose gateway has not answered in two days, as the gateway's own pages or the bank show it: by another
 * person than asked for the refund or asked the gateway. One that did not go is paid by the gateway or by transfer.
 * @throws AppError access.denied, request.not-found, request.invalid (refunded without a day, or on a day to come),
 * student.needs-another, fees.claim-decided, fees.refund-waiting (less than two days)
 */
export const answerRefund = endpoint({
  ...claim,
  path: '/fees/refund_answer',
  body: z.object({
    claimId: Uuid,
    isRefunded: z.boolean(),
    /** Null where it was not refunded. */
    paidOn: DayInput.nullable(),
    reference: z.string().trim().max(80).default(''),
  }),
})

/** Lists claims: open ones first, then the latest 200. @throws AppError access.denied */
export const feeClaims = endpoint({
  method: 'get',
  path: '/fees/claims',
  audience: 'session',
  body: z.object({}),
  reply: z.object({ claims: z.array(FeeClaim) }),
})

/** Lock of all days up to `until`: what happens on one of them is booked on the day on which it is recorded. */
export const FeePeriodLock = z.object({ until: Day, by: Colleague, at: Instant })
export type FeePeriodLock = z.infer<typeof FeePeriodLock>

/** Returns the last locked day, the latest 100 locks, the latest day first, and the school's own day. @throws AppError access.denied */
export const periodLock = endpoint({
  method: 'get',
  path: '/fees/period_lock',
  audience: 'session',
  body: z.object({}),
  reply: z.object({ until: Day.nullable(), locks: z.array(FeePeriodLock), count: z.int(), today: Day }),
})

/**
 * Locks all days up to one that has passed. A lock only moves forward: the same day again changes nothing.
 * @throws AppError access.denied, request.invalid (a day that has not passed), fees.period-locked (a day before that of the lock)
 */
export const lockPeriod = endpoint({
  method: 'post',
  path: '/fees/period_lock',
  audience: 'session',
  body: z.object({ until: DayInput }),
  reply: z.object({ until: Day }),
})
