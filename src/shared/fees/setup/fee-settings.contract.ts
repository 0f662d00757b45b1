import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Int4, Minor, Revision } from '#shared/kernel/fields.ts'
import { feeAccounts } from '../ledger.rules.ts'
import { schoolKinds } from '../regulator/fee-pack.types.ts'
import { siblingKeys } from '../plans/sibling.rules.ts'
import { OwnLeaving } from '../leaving/own-leaving.ts'
import { FeeTax, FeeTaxInput } from '../tax/fee-tax.contract.ts'
import { AccountCode } from './fee-component.contract.ts'
import { ComponentCode, FeeAmount, Ppm } from './fee-fields.ts'

/** A reminder: days after the due day and after the reminder before, at least. */
export const ReminderLevel = z.object({ daysAfterDue: z.int(), daysAfterLast: z.int() })

/** Days between two notices, at least: three a week apart come before any consequence. */
export const minReminderGap = 7

/** School's own account numbers by account of the ledger; without an entry the export names the ledger's account. */
export const AccountCodes = z.partialRecord(z.enum(feeAccounts), z.string())
export type AccountCodes = z.infer<typeof AccountCodes>

/** What a payer is charged when a cheque bounces, without tax: the tax is that of the component. */
export const BounceFee = z.object({ component: z.string(), amount: Minor })
export type BounceFee = z.infer<typeof BounceFee>

export const FeeSettings = z.object({
  /** Month in which the fiscal year begins, 1 to 12. */
  fiscalMonth: z.int(),
  /** By which siblings are ranked: the eldest first, or the one that is longest at the school. */
  siblingKey: z.enum(siblingKeys),
  /** Percentages and amounts of grants above these wait for another person. */
  grantPpm: z.int(),
  grantAmount: Minor,
  reminders: z.array(ReminderLevel),
  accountCodes: AccountCodes,
  /** Tax registration number on tax documents; empty without. */
  taxNumber: z.string(),
  /** What is kept when a child leaves, where the regulator has no rule; null for none. */
  ownLeaving: OwnLeaving.nullable(),
  /** Whether due reminders leave by themselves; else somebody sends them. */
  sendsReminders: z.boolean(),
  /** What the regulator calls the school, where seat money depends on it: in Kuwait. */
  schoolKind: z.enum(schoolKinds),
  /** Tax that application fees contain from now on; null for none. What came before stays as it is. */
  applicationTax: FeeTax.nullable(),
  /** Null where none is charged. */
  bounceFee: BounceFee.nullable(),
  /** 0 while the defaults hold. */
  revision: z.int(),
})
export type FeeSettings = z.infer<typeof FeeSettings>

export const FeeSettingsInput = FeeSettings.omit({ revision: true }).extend({
  fiscalMonth: Int4.min(1).max(12),
  grantPpm: Ppm,
  grantAmount: FeeAmount,
  reminders: z
    .array(z.object({ daysAfterDue: Int4.min(0).max(365), daysAfterLast: Int4.min(0).max(90) }))
    .max(5)
    .refine((levels) =>
      levels.every(
        ({ daysAfterDue, daysAfterLast }, at) =>
          at === 0 || (daysAfterLast >= minReminderGap && daysAfterDue > (levels[at - 1]?.daysAfterDue ?? 0)),
      ),
    ),
  accountCodes: z.partialRecord(z.enum(feeAccounts), AccountCode),
  taxNumber: z.string().trim().max(30),
  /** As it was where a client of an earlier edition says nothing of it; so all that follow. */
  ownLeaving: OwnLeaving.nullable().optional(),
  sendsReminders: z.boolean().optional(),
  schoolKind: z.enum(schoolKinds).optional(),
  applicationTax: FeeTaxInput.nullable().optional(),
  bounceFee: z
    .object({ component: ComponentCode, amount: FeeAmount.refine((amount) => amount > 0) })
    .nullable()
    .optional(),
})
export type FeeSettingsInput = z.infer<typeof FeeSettingsInput>

/**
 * @throws AppError access.denied, fees.changed, fees.limit-approval (a higher limit of grants, by who may not approve them),
 * fees.unlawful with the rule in `field` (a fee for cheques that bounce, where the regulator allows none), request.not-found and
 * fees.retired (its component)
 */
export const saveFeeSettings = endpoint({
  method: 'post',
  path: '/fees/settings',
  audience: 'session',
  body: z.object({ settings: FeeSettingsInput, seen: Revision }),
  reply: z.object({ revision: z.int() }),
})
