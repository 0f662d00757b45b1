import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency, Day, Instant, Int4, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { FeeAmount, maxFee } from '../fee-values.contract.ts'
import { differenceReasons } from './cash-count.rules.ts'

/** Amount from zero, as callers send it. */
const CashAmount = Minor.refine((amount) => amount >= 0 && amount <= maxFee)

/** How many there are of a note or a coin, by its worth in minor units. */
export const CashPile = z.object({ worth: Int4.min(1), count: Int4.min(0).max(100_000) })

/** Cash that came or went in a session. */
export const CashEntry = z.object({
  journalId: Uuid,
  kind: z.enum(['receipt', 'refund', 'banked', 'difference']),
  /** Above zero where it came. */
  amount: Minor,
  /** Number of its document; null where it has none here. */
  number: z.string().nullable(),
  at: Instant,
  /** Day on which it happened. */
  on: Day,
})
export type CashEntry = z.infer<typeof CashEntry>

/** float + receipts − refunds − banked + difference = counted. */
export const CashSession = z.object({
  sessionId: Uuid,
  desk: z.string(),
  cashier: Colleague,
  openedAt: Instant,
  closedAt: Instant.nullable(),
  float: Minor,
  receipts: Minor,
  refunds: Minor,
  banked: Minor,
  /** What must be in the drawer. */
  expected: Minor,
  counts: z.array(z.object({ worth: z.int(), count: z.int() })),
  /** Null while it is open. */
  counted: Minor.nullable(),
  difference: Minor.nullable(),
  differenceReason: z.enum(differenceReasons).nullable(),
  note: z.string(),
  entries: z.array(CashEntry),
})
export type CashSession = z.infer<typeof CashSession>

/** Reads the open session of this colleague, with what belongs to it; null without one. @throws AppError access.denied */
export const ownCashSession = endpoint({
  method: 'get',
  path: '/fees/cash_session',
  audience: 'session',
  body: Nothing,
  reply: z.object({ session: CashSession.nullable(), currency: Currency }),
})

/**
 * Opens a session at a desk with what lies in its drawer. Once for each id.
 * @throws AppError access.denied, fees.cash-open (this colleague has one open)
 */
export const openCashSession = endpoint({
  method: 'post',
  path: '/fees/cash_open',
  audience: 'session',
  body: z.object({ newSessionId: OpId, desk: z.string().trim().min(1).max(60), floatAmount: CashAmount }),
  reply: z.object({ session: CashSession }),
})

/**
 * Records cash of the own open session that went to the bank. Once for each id.
 * @throws AppError access.denied, request.not-found (no open session), fees.cash-more (more than lies there)
 */
export const bankCash = endpoint({
  method: 'post',
  path: '/fees/cash_bank',
  audience: 'session',
  body: z.object({ opId: OpId, amount: FeeAmount }),
  reply: z.object({ session: CashSession }),
})

/**
 * Counts the drawer of the own open session and closes it: more or less than expected is booked, with its reason. Sent again it is
 * the same.
 * @throws AppError access.denied, request.not-found, request.invalid (a note the currency has not, a difference without its reason),
 * fees.cash-changed (something came meanwhile)
 */
export const closeCashSession = endpoint({
  method: 'post',
  path: '/fees/cash_close',
  audience: 'session',
  body: z.object({
    sessionId: Uuid,
    counts: z.array(CashPile).max(30),
    /** As it was seen. */
    expectedAmount: Minor.refine((amount) => Math.abs(amount) <= maxFee),
    differenceReason: z.enum(differenceReasons).nullable().default(null),
    note: z.string().trim().max(300).default(''),
  }),
  reply: z.object({ session: CashSession }),
})

/** Lists the sessions of all desks, the latest 100 first, and how they agree with the ledger. @throws AppError access.denied */
export const cashbook = endpoint({
  method: 'get',
  path: '/fees/cashbook',
  audience: 'session',
  body: Nothing,
  reply: z.object({
    currency: Currency,
    sessions: z.array(CashSession.omit({ entries: true })),
    count: z.int(),
    /** Balance of the ledger’s account of cash: what sessions moved, and what no session has. */
    ledger: z.object({ cash: Minor, inSessions: Minor, outside: Minor }),
  }),
})
