import type { Hono } from 'hono'
import { openLink } from '#server/features/identity/access-links/access-link.service.ts'
import { buildContext } from '#server/http/build-context.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Services } from '#server/http/services.ts'
import { endCalendarLink, makeCalendarLink, readCalendarLink } from '#shared/admissions/calendar-link.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { calendarOf } from './calendar.service.ts'
import { calendarLink, calendarPath, endLink, makeLink, ownCalendarLink } from './calendar-link.service.ts'

export const calendarRoutes: Feature = () => [
  route.session(readCalendarLink, (ctx) => {
    requirePermission(ctx.session, 'appointments.see')
    return ctx.tenant(async (tx) => ({ link: await ownCalendarLink(tx, ctx) }))
  }),
  route.session(makeCalendarLink, (ctx, { language }) => {
    requirePermission(ctx.session, 'appointments.see')
    return ctx.tenant((tx) => makeLink(tx, ctx, language))
  }),
  route.session(endCalendarLink, async (ctx) => {
    requirePermission(ctx.session, 'appointments.see')
    await ctx.tenant((tx) => endLink(tx, ctx))
    return {}
  }),
]

/**
 * Serves people's calendars at their secret addresses. A calendar program sends neither a header nor what stands behind `#`, so the token
 * is in the path, of which only the pattern is logged.
 */
export function mountCalendars(app: Hono, services: Services): void {
  app.get(`${calendarPath}:file`, async (c) => {
    c.set('route', `${calendarPath}:file`)
    const [, token] = /^([\w-]{43})\.ics$/.exec(c.req.param('file')) ?? []
    if (token === undefined) throw new AppError('link.over')
    // Made for the audience `open`, so it names a school.
    const ctx = (await buildContext(c, services, { audience: 'open' }, new Uint8Array(0))) as OpenCtx
    const text = await openLink(ctx, calendarLink, token, (tx, link) => calendarOf(tx, ctx, link))
    return c.body(text, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })
}
