import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { Currency, Minor } from '#shared/kernel/fields.ts'
import { TaxCode } from '../tax-code.contract.ts'
import { TopUpLimits, TopUpLimitsInput } from '../top-ups/top-up-limits.contract.ts'
import { maybeBoth, nameInBoth } from './settings-text.contract.ts'

export const Tills = z.object({
  currency: Currency,
  taxCodes: z.array(TaxCode),
  cashIncrement: z.int(),
  offlineAllowance: Minor,
  /** Above it a second person approves what is moved on accounts at the desk; null for never. */
  approvalAbove: Minor.nullable().optional(),
  /** By how much counted and expected cash may differ without a reason. */
  cashTolerance: Minor.optional(),
  topUps: TopUpLimits.optional(),
  receiptHeader: Bilingual,
  receiptFooter: Bilingual,
})
/** More than anybody moves on one account, in any currency. */
const maxApproval = 1_000_000_000
/** More than any account spends on one till in a day without contact, in any currency. */
const maxAllowance = 10_000_000

export const TillsInput = Tills.extend({
  taxCodes: z
    .array(TaxCode.extend({ code: z.string().regex(/^[A-Z0-9]{1,6}$/), name: nameInBoth(60) }))
    .max(20)
    .refine((codes) => new Set(codes.map(({ code }) => code)).size === codes.length, { path: ['twice'] }),
  cashIncrement: z.int().min(1).max(1000),
  offlineAllowance: Minor.refine((amount) => amount >= 0 && amount <= maxAllowance),
  approvalAbove: Minor.refine((amount) => amount >= 0 && amount <= maxApproval)
    .nullable()
    .optional(),
  cashTolerance: Minor.refine((amount) => amount >= 0 && amount <= maxAllowance).optional(),
  topUps: TopUpLimitsInput.optional(),
  receiptHeader: maybeBoth(300),
  receiptFooter: maybeBoth(300),
})
