import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { changeMany, checkMany, manyMessages, startMany } from '#shared/messaging/message-many.contract.ts'
import { beginMany, checkWhom, latestMany, setMany, toldMany } from './many.service.ts'

const allow = (ctx: SessionCtx) => requirePermission(ctx.session, 'messages.many')

export const manyMessageRoutes: Feature = ({ clock }) => [
  route.session(checkMany, async (ctx, asked) => {
    allow(ctx)
    return ctx.tenant((tx) => checkWhom(tx, ctx, asked))
  }),
  route.session(startMany, async (ctx, asked) => {
    allow(ctx)
    return { message: await ctx.tenant((tx) => beginMany(tx, ctx, asked)) }
  }),
  route.session(manyMessages, async (ctx) => {
    allow(ctx)
    const messages = await ctx.tenant(async (tx) => {
      const told = []
      for (const row of await latestMany(tx, ctx.school.schoolId)) told.push(await toldMany(tx, row))
      return told
    })
    return { messages, now: toInstant(clock.nowMs()) }
  }),
  route.session(changeMany, async (ctx, asked) => {
    allow(ctx)
    return { message: await ctx.tenant((tx) => setMany(tx, ctx, asked)) }
  }),
]
