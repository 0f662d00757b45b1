import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency, Day, DayInput, Instant, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { PayerName } from '../fee-values.contract.ts'
import { GatewayId } from './fee-gateway.contract.ts'

export const settlementProblems = [
  /** The row lacks a reference or an amount, or its net is not its gross less the fee. */
  'unreadable',
  /** No payment of this gateway has such a reference. */
  'unknown',
  /** The payment was settled before, or by another row. */
  'twice',
  /** The gross is not what was paid. */
  'amount',
] as const
export type SettlementProblem = (typeof settlementProblems)[number]

/** Largest settlement file, in bytes. */
export const maxSettlementBytes = 2 * 1024 * 1024

/** Payment that the gateway has and no settlement names. */
export const UnsettledPayment = z.object({ intentId: Uuid, payer: PayerName, amount: Minor, paidAt: Instant })

export const Settlement = z.object({
  settlementId: Uuid,
  currency: Currency,
  matched: z.int(),
  /** Payments less refunds. */
  gross: Minor,
  fee: Minor,
  /** What came to the bank. */
  net: Minor,
  /** Rows that were not booked; the first 200. */
  problems: z.array(z.object({ row: z.int(), problem: z.enum(settlementProblems) })),
  problemCount: z.int(),
  /** Paid before the day of the settlement and in none: the earliest 200. */
  missing: z.array(UnsettledPayment),
  missingCount: z.int(),
  /** What the ledger still has at gateways, in minor units. */
  clearing: Minor,
})
export type Settlement = z.infer<typeof Settlement>

/**
 * Books a settlement of a gateway by its file: to the bank what came, to charges what the gateway kept; a refund with a negative
 * gross takes from the bank. A payment and a refund are settled once; rows that
 * fit no payment are named and not booked. Sent again it is the same.
 * @throws AppError access.denied, request.invalid, fees.statement-unreadable
 */
export const importSettlement = endpoint({
  method: 'post',
  path: '/fees/settlement_import',
  audience: 'session',
  body: z.object({
    settlementId: OpId,
    gateway: GatewayId,
    /** Day on which the money came to the bank. */
    settledOn: DayInput,
    data: z.base64().max(Math.ceil(maxSettlementBytes / 3) * 4),
  }),
  reply: z.object({ settlement: Settlement }),
  bodyLimit: Math.ceil(maxSettlementBytes / 3) * 4 + 64 * 1024,
})

/** Settlement as it was booked. */
export const BookedSettlement = Settlement.pick({
  settlementId: true,
  matched: true,
  gross: true,
  fee: true,
  net: true,
  problems: true,
  problemCount: true,
}).extend({ gateway: GatewayId, settledOn: Day, at: Instant })
export type BookedSettlement = z.infer<typeof BookedSettlement>

/**
 * Lists the latest 50 settlements, the payments that are in none, the earliest 200 of them, and what the ledger still has at gateways.
 * @throws AppError access.denied
 */
export const feeSettlements = endpoint({
  method: 'get',
  path: '/fees/settlements',
  audience: 'session',
  body: Nothing,
  reply: z.object({
    currency: Currency,
    clearing: Minor,
    settlements: z.array(BookedSettlement),
    settlementCount: z.int(),
    missing: z.array(UnsettledPayment.extend({ gateway: GatewayId })),
    missingCount: z.int(),
    /** Gateways that the school may use. */
    gateways: z.array(GatewayId),
  }),
})
