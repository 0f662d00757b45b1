import { ask } from '#client/platform/http.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { readCatalogue } from '#shared/pos/catalogue-edit.contract.ts'
import {
  type AccountRuleSource,
  changeAccountRules,
  changeSchoolSpending,
  readAccountRules,
  readSchoolSpending,
  type SchoolRules,
} from '#shared/pos/spending/spending-edit.contract.ts'
import type { SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'

/** Items and categories that rules can name; none for somebody who may not see the catalogue. */
export async function readFoods() {
  const catalogue = await ask(readCatalogue, {}).catch(() => undefined)
  return { items: catalogue?.items ?? [], categories: catalogue?.categories ?? [] }
}
export type Foods = Awaited<ReturnType<typeof readFoods>>

export const readSchoolRules = async () => {
  const [{ current, currency }, foods] = await Promise.all([ask(readSchoolSpending, {}), readFoods()])
  return { current, currency, foods }
}
export const saveSchoolRules = (schoolRulesSeen: SchoolRules, schoolRules: SchoolRules) =>
  ask(changeSchoolSpending, { schoolRulesSeen, schoolRules })

export const readRulesOf = async (customerId: CustomerId) => {
  const [{ rules }, foods] = await Promise.all([ask(readAccountRules, { customerId }), readFoods()])
  return { rules, foods }
}
export const saveRulesOf = async (
  customerId: CustomerId,
  ruleSource: AccountRuleSource,
  rulesSeen: SpendingRule[],
  spendingRules: SpendingRule[],
) => (await ask(changeAccountRules, { customerId, ruleSource, rulesSeen, spendingRules })).rules
