// chunk: fee-calls
import { z } from 'zod'
import { endpoint, FileReply } from '#shared/kernel/endpoint.ts'
import { Currency, Day, Instant, Language, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { FeeAmount, PayerName, WishedAllocation } from '../fee-values.contract.ts'
import { GatewayId } from './fee-gateway.contract.ts'
import { intentFaults, intentStates } from './gateway.rules.ts'

/** Payment that was begun at a gateway. */
export const FeeIntent = z.object({
  intentId: Uuid,
  gateway: GatewayId,
  /** Of a top-up the pupil whose account gets it. */
  payer: PayerName,
  /** True of money for a pupil's meal account; otherwise it is for fees. */
  isTopUp: z.boolean().default(false),
  amount: Minor,
  currency: Currency,
  items: z.array(WishedAllocation),
  state: z.enum(intentStates),
  /** Of `mismatch`: what differs. */
  fault: z.enum(intentFaults).nullable(),
  /** Address of the hosted page; null until it is made and when it is over. */
  url: z.string().nullable(),
  createdAt: Instant,
  expiresAt: Instant,
  paidAt: Instant.nullable(),
  /** Payment in the ledger, with its receipt. */
  paymentId: Uuid.nullable(),
  /** Part of what the payer chose that was no longer open; it is credit. */
  unmet: Minor,
})
export type FeeIntent = z.infer<typeof FeeIntent>

/**
 * Makes a payment link for items of one payer. Sent again it is the same link. An open link for some of the same items is replaced;
 * for the same items and amounts it is answered again.
 * @throws AppError access.denied, request.not-found, request.invalid, fees.over-allocated (more than is open on an item),
 * fees.no-gateway, fees.gateway-amount (an amount that the gateway cannot take), fees.gateway-failed
 */
export const makeFeeLink = endpoint({
  method: 'post',
  path: '/fees/link',
  audience: 'session',
  body: z.object({
    intentId: OpId,
    payerId: Uuid,
    items: z.array(WishedAllocation).min(1).max(60),
    language: Language,
  }),
  reply: z.object({ intent: FeeIntent }),
})

/**
 * Lists online payments, of a payer or of all, the latest first, 100 in a page; `open` are also those whose link is being made.
 * @throws AppError access.denied
 */
export const feeIntents = endpoint({
  method: 'get',
  path: '/fees/intents',
  audience: 'session',
  body: z.object({
    payerId: Uuid.optional(),
    intentState: z.enum(intentStates).optional(),
    /** Last payment of the page before. */
    after: Uuid.optional(),
  }),
  reply: z.object({
    intents: z.array(FeeIntent),
    /** Last payment of this page where there are more; null after the last. */
    next: Uuid.nullable(),
    /** Payments of the school on which a person has to decide. */
    mismatches: z.int(),
  }),
})

/** Asks the gateway for one payment now, and books it when it is paid. @throws AppError access.denied, request.not-found */
export const askFeeIntent = endpoint({
  method: 'post',
  path: '/fees/intent_ask',
  audience: 'session',
  body: z.object({ intentId: Uuid }),
  reply: z.object({ intent: FeeIntent }),
})

/**
 * Asks the gateway what has come of a payment that came otherwise than it was asked, for the person who decides.
 * @throws AppError access.denied, request.not-found, request.invalid (no such payment), fees.gateway-failed
 */
export const feeMismatch = endpoint({
  method: 'post',
  path: '/fees/intent_said',
  audience: 'session',
  body: z.object({ intentId: Uuid }),
  reply: z.object({
    isPaid: z.boolean(),
    /** In minor units of `currency`; null where the gateway says no amount that can be read. */
    amount: Minor.nullable(),
    /** As the gateway writes it. */
    currency: z.string(),
  }),
})

/**
 * Books money that came otherwise than it was asked (`mismatch`), by the decision of a person, as credit of the payer: what the
 * gateway says has come, or, for another currency, what the school counts it as. Once.
 * @throws AppError access.denied, request.not-found, request.invalid (no such payment, or another amount than the gateway says),
 * fees.gateway-failed
 */
export const bookFeeMismatch = endpoint({
  method: 'post',
  path: '/fees/intent_book',
  audience: 'session',
  body: z.object({ intentId: Uuid, amount: FeeAmount }),
  reply: z.object({ intent: FeeIntent }),
})

/** Token of the address to which the payer came back; another one, or none, tells the state of the payment alone. */
const returnToken = z.string().max(200).default('')

/**
 * For the page to which the payer's browser comes back: the state of a payment, after the server has asked the gateway. What the
 * browser says of it counts for nothing; amount and receipt are shown to the token of its address, for seven days. @throws AppError request.not-found, request.too-many
 */
export const onlineReturn = endpoint({
  method: 'post',
  path: '/fees/online_return',
  audience: 'open',
  body: z.object({ intentId: Uuid, returnToken }),
  reply: z.object({
    state: z.enum(intentStates),
    /** Null without the token. */
    amount: Minor.nullable(),
    currency: Currency,
    /** Of a paid one, with the token: its receipt, with what of it settled nothing and was kept as credit. */
    receipt: z.object({ number: z.string(), paidOn: Day, credit: Minor }).nullable(),
  }),
})

/**
 * Returns the receipt of a payment that was made online as PDF, with first names only, for the page to which the payer came back.
 * @throws AppError request.not-found (also while it is not paid, and without the token), request.too-many, letter.not-made, letter.differs
 */
export const onlineReceipt = endpoint({
  method: 'post',
  path: '/fees/online_receipt',
  audience: 'open',
  body: z.object({ intentId: Uuid, returnToken }),
  reply: FileReply,
  isFile: true,
})
