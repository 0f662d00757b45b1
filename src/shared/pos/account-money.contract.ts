// chunk: desk-calls
import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, CustomerId, Day, DayInput, Instant, Minor, Uuid } from '#shared/kernel/fields.ts'
import { maxTopUp } from './top-ups/top-up.rules.ts'

export const AccountMovementKind = z.enum(['cash', 'bank', 'adjust', 'transfer', 'payout'])
export type AccountMovementKind = z.infer<typeof AccountMovementKind>

const Positive = Minor.refine((amount) => amount > 0 && amount <= maxTopUp)
const NotZero = Minor.refine((amount) => amount !== 0 && Math.abs(amount) <= maxTopUp)
const Reference = z.string().trim().min(1).max(60)

/** Money to be moved on an account at the desk. */
export const AccountMove = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cash'), customerId: CustomerId, amount: Positive }),
  z.object({
    kind: z.literal('bank'),
    customerId: CustomerId,
    amount: Positive,
    reference: Reference,
    /** Day on which the bank booked it; not in the future. */
    paidOn: DayInput,
  }),
  z.object({
    kind: z.literal('adjust'),
    customerId: CustomerId,
    /** Negative takes from the account. */
    amount: NotZero,
    reason: z.string().trim().min(1).max(200),
  }),
  z.object({ kind: z.literal('transfer'), customerId: CustomerId, otherId: CustomerId, amount: Positive }),
  z.object({
    kind: z.literal('payout'),
    customerId: CustomerId,
    /** The whole balance, as the person saw it. */
    amount: Positive,
    method: z.enum(['cash', 'bank']),
    reference: Reference.optional(),
  }),
])
export type AccountMove = z.infer<typeof AccountMove>

const Holder = z.object({ customerId: CustomerId, admissionNo: z.string(), name: Bilingual, className: z.string() })

/** A movement with its state: booked, or waiting for a second person. */
export const AccountMovement = z.object({
  id: Uuid,
  kind: AccountMovementKind,
  holder: Holder,
  /** Account that a transfer goes to. */
  other: Holder.nullable(),
  /** What the holder's account gets; negative takes. */
  amount: Minor,
  currency: Currency,
  method: z.enum(['cash', 'bank']).nullable(),
  reference: z.string().nullable(),
  paidOn: Day.nullable(),
  reason: z.string().nullable(),
  /** Number of its document; null before it is booked. */
  documentNo: z.string().nullable(),
  /** Number of the receipt that a desk gave at once; null where there was none, and in an answer of an older server. */
  provisional: z.string().nullable().default(null),
  /** When a desk took the cash, by the clock of its device; null where it was recorded at once. */
  takenAt: Instant.nullable().default(null),
  state: z.enum(['waiting', 'booked', 'refused']),
  askedBy: Bilingual.nullable(),
  askedAt: Instant,
  decidedBy: Bilingual.nullable(),
  decidedAt: Instant.nullable(),
  /** Whether the person who reads this asked for it, and so may not approve it. */
  isOwn: z.boolean(),
})
export type AccountMovement = z.infer<typeof AccountMovement>

/**
 * Moves money on an account: booked at once, or `waiting` above the school's limit. Sent again it changes nothing.
 * @throws AppError access.denied, request.not-found, request.invalid with the field, account.too-little, account.changed,
 * account.top-up-small, account.top-up-large, account.top-up-full for cash outside the school's bounds
 */
export const moveAccountMoney = endpoint({
  method: 'post',
  path: '/accounts/money/move',
  audience: 'session',
  body: z.object({ commandId: Uuid, move: AccountMove }),
  reply: z.object({ movement: AccountMovement }),
})

/**
 * Approves or refuses a waiting movement, by another person than who asked for it.
 * @throws AppError access.denied, request.not-found, account.decided, account.too-little, account.changed
 */
export const decideAccountMoney = endpoint({
  method: 'post',
  path: '/accounts/money/decide',
  audience: 'session',
  body: z.object({ movementId: Uuid, isApproved: z.boolean() }),
  reply: z.object({ movement: AccountMovement }),
})

/** Movements that wait for a second person, the oldest first, 200 at most. @throws AppError access.denied */
export const waitingAccountMoney = endpoint({
  method: 'get',
  path: '/accounts/money/waiting',
  audience: 'session',
  body: z.object({}),
  reply: z.object({ movements: z.array(AccountMovement) }),
})

/** Accounts of the same family, to which money may be transferred. @throws AppError access.denied, request.not-found */
export const accountSiblings = endpoint({
  method: 'get',
  path: '/accounts/siblings',
  audience: 'session',
  body: z.object({ customerId: CustomerId }),
  reply: z.object({ siblings: z.array(Holder) }),
})
