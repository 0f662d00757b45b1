import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Instant, Minor, Revision, UserId, Uuid } from '#shared/kernel/fields.ts'
import { FeeChild } from '../fee-values.contract.ts'
import { discountKinds } from './discount-kind.rules.ts'
import { ComponentCode, FeeAmount, FeeName, Ppm } from './fee-fields.ts'

/** A percentage in parts per million, or a fixed amount for the year. */
export const DiscountAmount = z.union([z.object({ ppm: z.int() }), z.object({ amount: Minor })])
export type DiscountAmount = z.infer<typeof DiscountAmount>

export const FeeDiscountRule = z.object({
  id: Uuid,
  name: Bilingual,
  kind: z.enum(discountKinds),
  /** Of a sibling rule one for each rank, from the first child; the last holds for all further. Of others one. */
  amounts: z.array(DiscountAmount),
  /** Null for all components that are discountable. */
  components: z.array(z.string()).nullable(),
  /** Percentage of the gross amount in place of what earlier discounts have left. */
  onGross: z.boolean(),
  familyCapAmount: Minor.nullable(),
  isClawedBack: z.boolean(),
  personsOnly: z.boolean(),
  isRetired: z.boolean(),
  revision: z.int(),
})
export type FeeDiscountRule = z.infer<typeof FeeDiscountRule>

const DiscountAmountInput = z.union([z.object({ ppm: Ppm }), z.object({ amount: FeeAmount })])

export const FeeDiscountRuleInput = FeeDiscountRule.omit({ revision: true }).extend({
  name: FeeName,
  amounts: z.array(DiscountAmountInput).min(1).max(10),
  components: z.array(ComponentCode).min(1).max(40).nullable(),
  familyCapAmount: FeeAmount.nullable(),
})
export type FeeDiscountRuleInput = z.infer<typeof FeeDiscountRuleInput>

/** @throws AppError access.denied, fees.changed, request.not-found for a component, request.invalid for ranks of another kind */
export const saveFeeDiscountRule = endpoint({
  method: 'post',
  path: '/fees/discount_rule',
  audience: 'session',
  body: z.object({ rule: FeeDiscountRuleInput, seen: Revision }),
  reply: z.object({ revision: z.int() }),
})

/** Deletes a rule that no grant names. @throws AppError access.denied, fees.in-use, request.not-found */
export const removeFeeDiscountRule = endpoint({
  method: 'post',
  path: '/fees/discount_rule_remove',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: Nothing,
})

export const FeeGrant = z.object({
  id: Uuid,
  studentId: Uuid,
  child: FeeChild,
  ruleId: Uuid,
  ruleName: Bilingual,
  /** In place of the rule's own. */
  ownAmount: DiscountAmount.nullable(),
  fromOn: Day,
  untilOn: Day.nullable(),
  reason: z.string(),
  evidenceRef: z.string(),
  state: z.enum(['waiting', 'granted', 'refused', 'ended']),
  byUser: UserId,
  byName: Bilingual.nullable(),
  at: Instant,
  decidedBy: UserId.nullable(),
  decidedName: Bilingual.nullable(),
  decidedAt: Instant.nullable(),
})
export type FeeGrant = z.infer<typeof FeeGrant>

/** Lists the grants of a child, newest first; without a child those that wait for another person. @throws AppError access.denied */
export const feeGrants = endpoint({
  method: 'get',
  path: '/fees/grants',
  audience: 'session',
  body: z.object({ studentId: Uuid.optional() }),
  reply: z.object({ grants: z.array(FeeGrant) }),
})

/**
 * Grants a discount; above the limit of the settings it waits for another person. The same id again changes nothing.
 * @throws AppError access.denied, request.not-found for the child or the rule, fees.retired, request.invalid for a sibling rule, a
 *   last day before the first, or the id of another grant
 */
export const grantFeeDiscount = endpoint({
  method: 'post',
  path: '/fees/grant',
  audience: 'session',
  body: z.object({
    id: Uuid,
    studentId: Uuid,
    ruleId: Uuid,
    /** In place of the rule's own. */
    ownAmount: DiscountAmountInput.nullable(),
    fromOn: DayInput,
    untilOn: DayInput.nullable(),
    reason: z.string().trim().min(1).max(500),
    evidenceRef: z.string().trim().max(300),
  }),
  reply: z.object({ state: FeeGrant.shape.state }),
})

/** @throws AppError access.denied, student.needs-another for the person who asked, fees.decided, request.not-found */
export const decideFeeGrant = endpoint({
  method: 'post',
  path: '/fees/grant_decide',
  audience: 'session',
  body: z.object({ id: Uuid, isApproved: z.boolean() }),
  reply: Nothing,
})

/** Ends a grant after a day; one that waits is withdrawn. @throws AppError access.denied, fees.decided, request.not-found */
export const endFeeGrant = endpoint({
  method: 'post',
  path: '/fees/grant_end',
  audience: 'session',
  body: z.object({ id: Uuid, untilOn: DayInput }),
  reply: Nothing,
})
