// chunk: till-calls
import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { CustomerId, Day, Minor } from '#shared/kernel/fields.ts'
import { Allergen, Diet } from './catalogue.contract.ts'
import { Entitlement } from './entitlement.contract.ts'

/** A pupil as a till may know them: enough to serve and to warn, nothing more. */
export const Customer = z.object({
  id: CustomerId,
  admissionNo: z.string(),
  name: Bilingual,
  className: z.string(),
  /** Code of the grade of the class; absent where the school has given the class none, and from an older server. */
  grade: z.string().optional(),
  cardNo: z.string().nullable(),
  allergens: z.array(Allergen),
  diet: z.array(Diet),
  /** Most that may be spent on account in one business day; null for no limit. */
  dailyLimit: Minor.nullable(),
  /** How far below zero the balance may go. */
  overdraft: Minor,
  active: z.boolean(),
  /** Spending rules of this account (`SpendingRule`), read where they are judged: one of a later kind must not hide the others. */
  rules: z.array(z.unknown()).optional(),
})
export type Customer = z.infer<typeof Customer>

/** An account as the server knows it at a version; never uploaded by a device. */
export const Balance = z.object({
  customerId: CustomerId,
  balance: Minor,
  /** What was spent on account on `spentOn`, for the daily limit. */
  spentOn: Day.nullable(),
  spent: Minor,
  /** What the school paid on `spentOn`; absent where it pays nothing, and from an older server. */
  covered: Minor.optional(),
  /**
   * What the school pays of this account's purchases. A till must count with it without a network; it is shown to nobody
   * there, only added to what may be spent. Absent where the school pays nothing, and from an older server.
   */
  entitlements: z.array(Entitlement).optional(),
  /** What was spent on account in this week: business day, minute after midnight in the school's zone, amount. */
  week: z.array(z.tuple([Day, z.int(), Minor])).optional(),
})
export type Balance = z.infer<typeof Balance>
