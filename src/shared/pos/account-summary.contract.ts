import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { CustomerId, DayInput, Minor, Uuid } from '#shared/kernel/fields.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'
import { Diet } from './catalogue.contract.ts'
import { AccountStatement } from './pupil-account.contract.ts'

/** Whose accounts, and which business days: from the first to the last, both included. */
export const SummaryFilter = z.object({
  firstDay: DayInput,
  lastDay: DayInput,
  text: z.string().max(100).default(''),
  className: z.string().max(60).optional(),
  /** Only accounts that owe now, whatever the period. */
  balance: z.literal('below-zero').optional(),
})
export type SummaryFilter = z.infer<typeof SummaryFilter>

/** What moved accounts in a period: closing = opening + all the others. Negative takes from the account. */
export const SummaryAmounts = z.object({
  opening: Minor,
  topUps: Minor,
  /** Purchases less voids. */
  purchases: Minor,
  /** What the school paid of them. */
  covered: Minor,
  adjustments: Minor,
  transfers: Minor,
  payouts: Minor,
  closing: Minor,
  /** The balance now, whatever the period. */
  balance: Minor,
})
export type SummaryAmounts = z.infer<typeof SummaryAmounts>

export const SummaryRow = SummaryAmounts.extend({
  customerId: CustomerId,
  admissionNo: z.string(),
  name: Bilingual,
  className: z.string(),
  active: z.boolean(),
})
export type SummaryRow = z.infer<typeof SummaryRow>

/**
 * Accounts by class and number, 100 a page; `after` is the `next` of the page before. Somebody who has left is in it with money
 * on the account or movements in the period, and in a search. @throws AppError access.denied, request.invalid
 */
export const accountSummary = endpoint({
  method: 'get',
  path: '/accounts/summary',
  audience: 'session',
  public: { scope: 'accounts.read', name: 'listPupilAccounts' },
  body: SummaryFilter.extend({ after: Uuid.optional() }),
  reply: z.object({ rows: z.array(SummaryRow), next: Uuid.nullable() }),
})

/** The sums over all accounts of the filter, and the school's classes. @throws AppError access.denied, request.invalid */
export const accountSummaryTotals = endpoint({
  method: 'get',
  path: '/accounts/summary_totals',
  audience: 'session',
  body: SummaryFilter,
  reply: z.object({ count: z.int(), totals: SummaryAmounts, classes: z.array(z.string()) }),
})

/** The same as a file, with what the account itself paid: what the school pays for whom leaves in no file. */
export const accountSummaryExport = listExport('/accounts/summary_export', 'accountSummary', SummaryFilter)

/** More than anybody spends a day or owes, in any currency. */
const maxLimit = 1_000_000_000
const Limit = Minor.refine((amount) => amount >= 0 && amount <= maxLimit)

const Limits = z.object({
  /** Most that may be spent on the account in one business day; null for no limit. */
  dailyLimit: Limit.nullable(),
  /** How far below zero the balance may go. */
  overdraft: Limit,
  diet: z.array(Diet).max(Diet.options.length),
})
export type AccountLimits = z.infer<typeof Limits>

/**
 * Sets what tills go by for one account; they have it with their next pull. `limitsSeen`: the limits as the person saw them.
 * @throws AppError access.denied, request.not-found, account.limits-changed where somebody else has changed them since
 */
export const setAccountLimits = endpoint({
  method: 'post',
  path: '/accounts/limits',
  audience: 'session',
  body: z.object({ customerId: CustomerId, limitsSeen: Limits, limits: Limits }),
  reply: z.object({ statement: AccountStatement }),
})
