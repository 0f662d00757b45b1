import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency, Instant, Minor, Uuid } from '#shared/kernel/fields.ts'
import { Allergen, Diet } from '#shared/pos/catalogue.contract.ts'

/*
 * The meal account of a child at the school, for guardians whose rights cover it: balance, purchases, limits and the card.
 */

/** One movement of the account, with what was bought. */
export const CanteenLine = z.object({
  id: Uuid,
  kind: z.enum(['topup', 'sale', 'void', 'adjust', 'transfer-out', 'transfer-in', 'payout', 'refund', 'refund-credit']),
  at: Instant,
  /** Negative spends. What the school paid of a purchase is not told. */
  amount: Minor,
  items: z.array(z.object({ name: Bilingual, count: z.int() })),
})
export type CanteenLine = z.infer<typeof CanteenLine>

/** What a guardian may limit: most that may be spent in a day (null for no limit), and what the child does not eat. */
const maxLimit = 1_000_000_000
export const CanteenLimits = z.object({
  dailyLimit: Minor.refine((amount) => amount >= 0 && amount <= maxLimit).nullable(),
  diet: z.array(Diet).max(Diet.options.length),
})
export type CanteenLimits = z.infer<typeof CanteenLimits>

export const CanteenAccount = z.object({
  studentId: Uuid,
  number: z.string(),
  currency: Currency,
  balance: Minor,
  /** Whether tills sell to the account; false before the first day and after the last. */
  isOpen: z.boolean(),
  spentToday: Minor,
  /** What the guardians have set. */
  limits: CanteenLimits,
  /** Most per day as the school has set it; the lower of the two holds. */
  schoolLimit: Minor.nullable(),
  allergens: z.array(Allergen),
  /** `stopped`: the last card was reported lost or returned. */
  card: z.enum(['in-use', 'stopped', 'none']),
  /** The newest first. */
  lines: z.array(CanteenLine),
})
export type CanteenAccount = z.infer<typeof CanteenAccount>

export const FamilyCanteen = z.object({
  at: Instant,
  accounts: z.array(CanteenAccount),
  /** Tills that were at work today and have not been heard from for a while: what they sold may be missing. */
  silentTills: z.array(z.object({ name: Bilingual, heardAt: Instant })),
  /** Whether accounts can be topped up online (`familyTopUp`). */
  takesTopUps: z.boolean().default(false),
  /** What the school bounds of top-ups; null for nothing. */
  topUps: z
    .object({ least: Minor.nullable(), most: Minor.nullable(), balance: Minor.nullable() })
    .nullable()
    .default(null),
})
export type FamilyCanteen = z.infer<typeof FamilyCanteen>

/** Reads the meal accounts of the signed-in family. @throws AppError access.denied */
export const familyCanteen = endpoint({
  method: 'get',
  path: '/family/canteen',
  audience: 'session',
  body: Nothing,
  reply: FamilyCanteen,
})

/**
 * Sets what a guardian limits; tills have it with their next sync. `limitsSeen`: the limits as they were shown.
 * @throws AppError access.denied, request.not-found, account.limits-changed
 */
export const familyLimits = endpoint({
  method: 'post',
  path: '/family/limits',
  audience: 'session',
  body: z.object({ student_id: Uuid, limitsSeen: CanteenLimits, limits: CanteenLimits }),
  reply: FamilyCanteen,
})

/** Ends a lost card: tills refuse it with their next sync. Sent again it changes nothing. @throws AppError access.denied, request.not-found */
export const familyCardLost = endpoint({
  method: 'post',
  path: '/family/card_lost',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: FamilyCanteen,
})
