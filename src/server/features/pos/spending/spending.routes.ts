import { readSchool } from '#server/features/school/school.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  changeAccountRules,
  changeSchoolSpending,
  readAccountRules,
  readSchoolSpending,
} from '#shared/pos/spending/spending-edit.contract.ts'
import { accountRules, changeAccountRulesByStaff, changeSchoolRules } from './edit-spending.service.ts'
import { schoolSpendingOf } from './spending.service.ts'

/** Calls for the spending rules of a school and of single accounts. */
export const spendingRoutes: Feature = () => [
  route.session(readSchoolSpending, (ctx) => {
    requirePermission(ctx.session, 'limit.set')
    return ctx.tenant(async (tx) => {
      const { schoolId } = ctx.school
      const found = await schoolSpendingOf(tx, schoolId)
      const rules = (found?.rules ?? []).map((rule) => ({ ...rule, source: 'school' as const }))
      return { current: { pack: found?.pack ?? null, rules }, currency: (await readSchool(tx, schoolId)).currency }
    })
  }),
  route.session(changeSchoolSpending, (ctx, change) => {
    requirePermission(ctx.session, 'limit.set')
    return ctx.tenant(async (tx) => {
      await changeSchoolRules(tx, ctx, change)
      return {}
    })
  }),
  route.session(readAccountRules, (ctx, { customerId }) => {
    requirePermission(ctx.session, 'accounts.see')
    return ctx.tenant(async (tx) => ({ rules: await accountRules(tx, ctx, customerId) }))
  }),
  route.session(changeAccountRules, (ctx, change) => {
    requirePermission(ctx.session, 'accounts.move')
    return ctx.tenant(async (tx) => ({ rules: await changeAccountRulesByStaff(tx, ctx, change) }))
  }),
]
