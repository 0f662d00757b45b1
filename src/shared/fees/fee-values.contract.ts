// chunk: fee-calls
import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { Day, Int4, Minor, Uuid, Year } from '#shared/kernel/fields.ts'
import { allocationReasons } from './allocation.rules.ts'

/** Most that one amount of fees may be, in minor units. */
export const maxFee = 100_000_000_000

/** Amount above zero, in minor units, as callers send it. */
export const FeeAmount = Minor.refine((amount) => amount > 0 && amount <= maxFee)

/** What a child is called by at `/fees/{number}`: the admission number, or the id of the file where it has none. */
export const FeeNumber = z.string().trim().min(1).max(60)

/** Code of a fee component, as the school set it. */
export const ComponentCode = z.string().min(1).max(40)

/** Ways in which money comes. `online` is recorded by the server alone. */
export const feeMethods = ['cash', 'card', 'cheque', 'transfer', 'online'] as const
export type FeeMethod = (typeof feeMethods)[number]

/** Child as fee screens name it. Names are empty after an erasure. */
export const FeeChild = z.object({
  studentId: Uuid,
  /** Admission number; null where the child has none yet. */
  number: z.string().nullable(),
  nameLatin: z.string().nullable(),
  nameArabic: z.string().nullable(),
  grade: z.string().nullable(),
  isErased: z.boolean(),
})
export type FeeChild = z.infer<typeof FeeChild>

/** Payer by id and name. */
export const PayerName = z.object({
  payerId: Uuid,
  kind: z.enum(['person', 'company']),
  nameLatin: z.string().nullable(),
  nameArabic: z.string().nullable(),
})
export type PayerName = z.infer<typeof PayerName>

export const ComponentName = z.object({ code: ComponentCode, name: Bilingual })

/** Discount on one charge, as it was applied. */
export const AppliedDiscount = z.object({
  /** Code of the rule. */
  code: z.string(),
  name: Bilingual,
  amount: Minor,
})
export type AppliedDiscount = z.infer<typeof AppliedDiscount>

/** Allocation of a payment or of credit to one item. Negative where it takes another back. */
export const FeeAllocation = z.object({
  id: Uuid,
  chargeId: Uuid,
  child: FeeChild,
  component: ComponentName,
  year: z.int(),
  part: z.int(),
  dueOn: Day,
  amount: Minor,
  reason: z.enum(allocationReasons),
})
export type FeeAllocation = z.infer<typeof FeeAllocation>

/** What the payer wants paid. */
export const WishedAllocation = z.object({ chargeId: Uuid, amount: FeeAmount })

export const FeeYear = Year
export const FeePart = Int4.min(1).max(60)
