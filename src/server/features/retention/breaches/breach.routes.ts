import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { listBreaches, saveBreach } from '#shared/retention/breach.contract.ts'
import { putBreach, readBreaches } from './breach.service.ts'

/** Register of data breaches. */
export const breachRoutes: Feature = () => [
  route.session(listBreaches, async (ctx) => {
    requirePermission(ctx.session, 'breaches.keep')
    return { breaches: await ctx.tenant((tx) => readBreaches(tx, ctx.school.schoolId)) }
  }),
  route.session(saveBreach, async (ctx, asked) => {
    requirePermission(ctx.session, 'breaches.keep')
    await ctx.tenant((tx) => putBreach(tx, ctx, asked))
    return {}
  }),
]
