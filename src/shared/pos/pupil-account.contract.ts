import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { CustomerId, Day, DayInput, Instant, Minor, Uuid } from '#shared/kernel/fields.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'
import { TopUpLimits } from '#shared/school/top-ups/top-up-limits.contract.ts'
import { Diet } from './catalogue.contract.ts'
import { Entitlement } from './entitlement.contract.ts'

/** Whose account it is. What the school pays for whom is in no list: only in the statement of one account. */
export const AccountHolder = z.object({
  customerId: CustomerId,
  admissionNo: z.string(),
  name: Bilingual,
  className: z.string(),
  active: z.boolean(),
  /** What their card, or its code on paper, says; it means nothing anywhere else. */
  cardNo: z.string().nullable(),
})
export type AccountHolder = z.infer<typeof AccountHolder>

/** @throws AppError access.denied */
export const accountHolders = endpoint({
  method: 'get',
  path: '/accounts/holders',
  audience: 'session',
  body: Nothing,
  reply: z.object({ holders: z.array(AccountHolder) }),
})

/** The balance now of whom the search means, or of everybody at the school; what the school pays for whom is not in it, and no number of a card. */
export const balanceExport = listExport(
  '/accounts/balance_export',
  'balances',
  z.object({ text: z.string().max(100).default('') }).prefault({}),
)

const Share = z.object({ receiptNo: z.string(), amount: Minor })

/** One thing that moved an account, or would have, if the school had not paid. */
export const StatementLine = z.object({
  id: Uuid,
  kind: z.enum(['topup', 'sale', 'void', 'adjust', 'transfer-out', 'transfer-in', 'payout', 'refund', 'refund-credit']),
  /** How money came or went: at a till, in cash at a desk, by bank; null for a purchase. */
  way: z.enum(['till', 'cash', 'bank']).nullable(),
  /** The reason of an adjustment, or the bank's reference. */
  note: z.string().nullable(),
  /** The account on the other side of a transfer. */
  other: z.object({ name: Bilingual, admissionNo: z.string() }).nullable(),
  at: Instant,
  businessDay: Day,
  /** Number of the receipt or of the desk's document. */
  receiptNo: z.string().nullable(),
  /** Number of the receipt that a desk gave before the document had its own; absent from an older server. */
  provisional: z.string().nullable().default(null),
  /** What it came to; negative spends. */
  amount: Minor,
  /** What of it the school paid; negative where that was taken back. */
  covered: Minor,
  /** The account after it. */
  after: Minor,
  /** Of a sale that the school did not pay whole, although it pays on that day: how much, and which sales it went to as well. */
  short: z.object({ entitled: Minor, elsewhere: z.array(Share) }).nullable(),
})
export type StatementLine = z.infer<typeof StatementLine>

export const AccountStatement = z.object({
  holder: AccountHolder,
  /** The file of whose confirmed place it is, for who may see files. */
  studentId: Uuid.nullable(),
  /** The school's business day now: what is said of entitlements begins on it or later. */
  today: Day,
  balance: Minor,
  dailyLimit: Minor.nullable(),
  overdraft: Minor,
  /** What the school bounds of top-ups; null for nothing, and from an older server. */
  topUps: TopUpLimits.nullable().default(null),
  diet: z.array(Diet),
  /** The newest first; `isCut`: there are older ones. */
  lines: z.array(StatementLine),
  isCut: z.boolean(),
  /** What the school pays: every word in the order in which it was said, and by whom. */
  entitlements: z.array(Entitlement.extend({ at: Instant, by: Bilingual })),
  /** Days of the week with school, 0 for Sunday; absent from an older server. */
  schoolWeekdays: z.array(z.int()).default([0, 1, 2, 3, 4]),
  /** What it pays today, and what of that is used. */
  entitledToday: Minor,
  coveredToday: Minor,
})
export type AccountStatement = z.infer<typeof AccountStatement>

/** @throws AppError access.denied, request.not-found */
export const accountStatement = endpoint({
  method: 'get',
  path: '/accounts/statement',
  audience: 'session',
  body: z.object({ customerId: CustomerId }),
  reply: z.object({ statement: AccountStatement }),
})

/** More than any day of meals costs, in any currency. */
const maxPerDay = 10_000_000

/** What the school pays of one pupil's purchases from a day on; 0 ends it. @throws AppError access.denied, request.not-found, request.invalid */
export const setEntitlement = endpoint({
  method: 'post',
  path: '/accounts/entitlement',
  audience: 'session',
  body: z.object({
    customerId: CustomerId,
    entitlement: Entitlement.extend({
      amount: Minor.refine((amount) => amount >= 0 && amount <= maxPerDay),
      weekdays: Entitlement.shape.weekdays.max(7),
      from: DayInput,
      until: DayInput.nullable(),
    }),
  }),
  reply: z.object({ statement: AccountStatement }),
})

/** Gives a pupil a new card number; what the old card said is nobody's any more. @throws AppError access.denied, request.not-found */
export const giveCard = endpoint({
  method: 'post',
  path: '/accounts/card',
  audience: 'session',
  body: z.object({ customerId: CustomerId }),
  reply: z.object({ holder: AccountHolder }),
})
