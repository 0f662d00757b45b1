import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { changeTillLimits, readTillLimits } from '#shared/pos/approvals/till-limit-set.contract.ts'
import { changeLimits, readLimitSet } from './till-limit.service.ts'

export const tillLimitRoutes: Feature = () => [
  route.session(readTillLimits, (ctx) => {
    requirePermission(ctx.session, 'limit.set')
    return ctx.tenant((tx) => readLimitSet(tx, ctx.school.schoolId))
  }),
  route.session(changeTillLimits, (ctx, change) => {
    requirePermission(ctx.session, 'limit.set')
    return ctx.tenant((tx) => changeLimits(tx, ctx, change))
  }),
]
