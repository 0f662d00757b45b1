import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { assignCard, cardHistory, endCard, issueCards } from '#shared/pos/card.contract.ts'
import { cardsOf, cardsToPrint, endCardOf, giveCardTo } from './card-history.service.ts'

export const cardRoutes: Feature = ({ clock, random }) => {
  const byOf = (ctx: SessionCtx) => ({
    schoolId: ctx.school.schoolId,
    nowMs: clock.nowMs(),
    random,
    byUser: ctx.session.user.userId,
  })
  return [
    route.session(cardHistory, (ctx, { customerId }) => {
      requirePermission(ctx.session, 'pupils.see')
      return ctx.tenant(async (tx) => ({ cards: await cardsOf(tx, ctx.school.schoolId, customerId) }))
    }),
    route.session(assignCard, (ctx, { customerId, cardNo }) => {
      requirePermission(ctx.session, 'cards.give')
      return ctx.tenant(async (tx) => {
        if (await giveCardTo(tx, byOf(ctx), customerId, cardNo))
          await recordAuditEvent(tx, ctx, 'pupil-card-given', { about: customerId, facts: { count: 1 } })
        return { cards: await cardsOf(tx, ctx.school.schoolId, customerId) }
      })
    }),
    route.session(endCard, (ctx, { customerId, cardNo, end }) => {
      requirePermission(ctx.session, 'cards.give')
      return ctx.tenant(async (tx) => {
        await endCardOf(tx, byOf(ctx), customerId, { cardNo, end })
        await recordAuditEvent(tx, ctx, 'pupil-card-ended', { about: customerId, facts: { why: end } })
        return { cards: await cardsOf(tx, ctx.school.schoolId, customerId) }
      })
    }),
    route.session(issueCards, (ctx, { customerIds }) => {
      requirePermission(ctx.session, 'cards.give')
      return ctx.tenant(async (tx) => {
        const { cards, issued } = await cardsToPrint(tx, byOf(ctx), customerIds)
        if (issued > 0) await recordAuditEvent(tx, ctx, 'pupil-card-given', { about: null, facts: { count: issued } })
        return { cards }
      })
    }),
  ]
}
