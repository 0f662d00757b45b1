import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency, CustomerId } from '#shared/kernel/fields.ts'
import { FoodPack, RuleSource, SpendingRule } from './spending-rule.contract.ts'

/** Most rules of a school for everybody, and of one account by one source. */
export const maxSchoolRules = 100
export const maxAccountRules = 120

const distinct = (rules: readonly SpendingRule[]) => new Set(rules.map(({ id }) => id)).size === rules.length
const rulesOf = (source: z.ZodType<RuleSource>, most: number) =>
  z
    .array(SpendingRule.extend({ source }))
    .max(most)
    .refine(distinct, { path: ['twice'] })

const SchoolRules = z.object({
  pack: FoodPack.nullable(),
  rules: rulesOf(z.literal('school'), maxSchoolRules),
})
export type SchoolRules = z.infer<typeof SchoolRules>

/** Returns what the school forbids and bounds for every pupil. @throws AppError access.denied */
export const readSchoolSpending = endpoint({
  method: 'get',
  path: '/pos/spending',
  audience: 'session',
  body: Nothing,
  reply: z.object({ current: SchoolRules, currency: Currency }),
})

/**
 * Replaces them; tills have them with the next pull, within a minute. The same again changes nothing.
 * @throws AppError access.denied, settings.changed if somebody else has changed them since `schoolRulesSeen`
 */
export const changeSchoolSpending = endpoint({
  method: 'post',
  path: '/pos/spending',
  audience: 'session',
  body: z.object({ schoolRulesSeen: SchoolRules, schoolRules: SchoolRules }),
  bodyLimit: 128 * 1024,
  reply: Nothing,
})

/** Who sets rules for one account; those of a parent come from the family, or are noted by staff on the parent's word. */
export const AccountRuleSource = z.enum(['school', 'parent', 'pupil'])
export type AccountRuleSource = z.infer<typeof AccountRuleSource>

/** Returns the rules of one account, whoever set them, without those for everybody. @throws AppError access.denied, request.not-found */
export const readAccountRules = endpoint({
  method: 'get',
  path: '/accounts/rules',
  audience: 'session',
  body: z.object({ customerId: CustomerId }),
  reply: z.object({ rules: z.array(SpendingRule) }),
})

/**
 * Replaces the rules that one source has set for an account; tills have them with the next pull. The same again changes nothing.
 * @throws AppError access.denied, request.not-found, account.limits-changed if somebody else has changed them since `rulesSeen`
 */
export const changeAccountRules = endpoint({
  method: 'post',
  path: '/accounts/rules',
  audience: 'session',
  body: z
    .object({
      customerId: CustomerId,
      ruleSource: AccountRuleSource,
      rulesSeen: z.array(SpendingRule).max(maxAccountRules),
      spendingRules: rulesOf(RuleSource, maxAccountRules),
    })
    .refine(({ ruleSource, spendingRules }) => spendingRules.every(({ source }) => source === ruleSource), {
      path: ['spendingRules'],
    }),
  bodyLimit: 64 * 1024,
  reply: z.object({ rules: z.array(SpendingRule) }),
})
