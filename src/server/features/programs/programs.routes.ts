import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { endApiToken, listApiTokens, makeApiToken } from '#shared/programs/api-token.contract.ts'
import { endToken, makeToken, readTokens } from './tokens/api-token.service.ts'

export const programRoutes: Feature = () => [
  route.session(listApiTokens, (ctx) => {
    requirePermission(ctx.session, 'programs.manage')
    return ctx.tenant((tx) => readTokens(tx, ctx))
  }),
  route.session(makeApiToken, (ctx, asked) => {
    requirePermission(ctx.session, 'programs.manage')
    return ctx.tenant((tx) => makeToken(tx, ctx, asked))
  }),
  route.session(endApiToken, async (ctx, { id }) => {
    requirePermission(ctx.session, 'programs.manage')
    await ctx.tenant((tx) => endToken(tx, ctx, id))
    return {}
  }),
]
