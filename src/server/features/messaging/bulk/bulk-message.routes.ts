import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { changeMany, checkMany, manyMessages, startMany } from '#shared/messaging/bulk-message.contract.ts'
import {
  bulkMessageView,
  checkAudience,
  latestBulkMessages,
  startBulkMessage,
  updateBulkMessage,
} from './bulk-message.service.ts'

const allow = (ctx: SessionCtx) => requirePermission(ctx.session, 'messages.many')

export const bulkMessageRoutes: Feature = ({ clock }) => [
  route.session(checkMany, async (ctx, asked) => {
    allow(ctx)
    return ctx.tenant((tx) => checkAudience(tx, ctx, asked))
  }),
  route.session(startMany, async (ctx, asked) => {
    allow(ctx)
    return { message: await ctx.tenant((tx) => startBulkMessage(tx, ctx, asked)) }
  }),
  route.session(manyMessages, async (ctx) => {
    allow(ctx)
    const messages = await ctx.tenant(async (tx) => {
      const told = []
      for (const row of await latestBulkMessages(tx, ctx.school.schoolId)) told.push(await bulkMessageView(tx, row))
      return told
    })
    return { messages, now: toInstant(clock.nowMs()) }
  }),
  route.session(changeMany, async (ctx, asked) => {
    allow(ctx)
    return { message: await ctx.tenant((tx) => updateBulkMessage(tx, ctx, asked)) }
  }),
]
