import { and, eq, isNull } from 'drizzle-orm'
import type { Hono } from 'hono'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { type LinkKind, openLink } from '#server/features/identity/access-links/access-link.service.ts'
import { findActiveUser } from '#server/features/identity/sessions/people.service.ts'
import { ownAddress } from '#server/features/mail/mail.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { buildContext } from '#server/http/build-context.ts'
import type { OpenCtx, SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Services } from '#server/http/services.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createToken } from '#server/kernel/tokens.ts'
import {
  type CalendarLink,
  endCalendarLink,
  makeCalendarLink,
  readCalendarLink,
} from '#shared/admissions/calendar-link.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { dayMs, fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import { kindInWords } from '../appointments/appointment-mail.service.ts'
import { slotsBetween } from '../appointments/slot.service.ts'
import { endCalendarLinkOf } from './calendar-link.service.ts'
import { calendarLinks } from './calendar-link.table.ts'
import { type CalendarEvent, writeCalendar } from './write-calendar.rules.ts'

type CalendarLinkRow = typeof calendarLinks.$inferSelect

/** Beginning of the addresses; the token and `.ics` follow. */
const calendarPath = '/calendar/'

const isOwn = ({ school, session }: SessionCtx) =>
  and(eq(calendarLinks.schoolId, school.schoolId), eq(calendarLinks.userId, session.user.userId))

const view = ({ createdAt, lastReadAt }: CalendarLinkRow): CalendarLink => ({ createdAt, lastReadAt })

/** Returns the address of a person's calendar; null where there is none. */
async function ownCalendarLink(tx: Tx, ctx: SessionCtx): Promise<CalendarLink | null> {
  const [row] = await tx
    .select()
    .from(calendarLinks)
    .where(and(isOwn(ctx), isNull(calendarLinks.endedAt)))
  return row ? view(row) : null
}

/** Creates a new address and ends the previous one. It is returned in this answer only. */
async function makeLink(tx: Tx, ctx: SessionCtx, language: Language): Promise<{ url: string; link: CalendarLink }> {
  const { deps, school, session } = ctx
  const { token, ...made } = createToken(deps.random)
  const createdAt = toInstant(deps.clock.nowMs())
  const told = { ...made, language, createdAt, lastReadAt: null, endedAt: null }
  const [row] = await tx
    .insert(calendarLinks)
    .values({ schoolId: school.schoolId, userId: session.user.userId, ...told })
    .onConflictDoUpdate({ target: [calendarLinks.schoolId, calendarLinks.userId], set: told })
    .returning()
  if (!row) throw new Error('the link was not stored')
  await recordAuditEvent(tx, ctx, 'calendar-link-made', { about: session.user.userId, facts: {} })
  return { url: `${ownAddress(ctx)}${calendarPath}${token}.ics`, link: view(row) }
}

/** Ends the address; without one it does nothing. */
async function endLink(tx: Tx, ctx: SessionCtx): Promise<void> {
  const about = ctx.session.user.userId
  if (await endCalendarLinkOf(tx, ctx.school.schoolId, { userId: about, nowMs: ctx.deps.clock.nowMs() }))
    await recordAuditEvent(tx, ctx, 'calendar-link-ended', { about, facts: {} })
}

const { schoolId, tokenHash, endedAt } = calendarLinks

/** The address opens while its person works at the school. */
const calendarLink: LinkKind<CalendarLinkRow> = {
  columns: { schoolId, tokenHash, endedAt },
  find: async (tx, isOpen) => {
    const [row] = await tx.select().from(calendarLinks).where(isOpen)
    const person = row && (await findActiveUser(tx, row.schoolId, row.userId))
    return person ? row : undefined
  },
}

/** Notes that a calendar has read it, to the hour. */
async function noteReading(tx: Tx, row: CalendarLinkRow, nowMs: number): Promise<void> {
  if (row.lastReadAt !== null && nowMs - fromInstant(row.lastReadAt) < hourMs) return
  await tx
    .update(calendarLinks)
    .set({ lastReadAt: toInstant(nowMs) })
    .where(and(eq(calendarLinks.schoolId, row.schoolId), eq(calendarLinks.userId, row.userId)))
}

/** What is told of appointments that are over, and of those to come. */
const pastMs = 30 * dayMs
const futureMs = 365 * dayMs
const mostSlots = 1000

/**
 * Writes a person's calendar: terms and holidays of the school, and appointments with families at which they are expected and somebody
 * has booked. It names no family and no child: calendars are shown on walls and read by other companies.
 */
async function calendarOf(tx: Tx, ctx: OpenCtx, link: CalendarLinkRow): Promise<string> {
  const { schoolId, language, userId } = link
  const nowMs = ctx.deps.clock.nowMs()
  const { name, profile } = await readSchool(tx, schoolId)
  const uid = (id: string) => `${id}@${schoolId}`
  const terms = (profile.years ?? []).flatMap(({ terms: all }) => all)
  const slots = await slotsBetween(tx, schoolId, { fromMs: nowMs - pastMs, toMs: nowMs + futureMs }, mostSlots)
  const own = slots.filter(({ interviewers, taken }) => taken > 0 && interviewers.includes(userId))
  const events: CalendarEvent[] = [
    ...terms.map(({ startsOn, endsOn, name: term }) => ({
      uid: uid(`term-${startsOn}`),
      summary: term[language],
      from: startsOn,
      to: endsOn,
    })),
    ...(profile.holidays ?? []).map(({ from, to, name: holiday }) => ({
      uid: uid(`holiday-${from}`),
      summary: holiday[language],
      from,
      to,
    })),
    ...own.map(({ id, kind, startsAt, endsAt, room }) => ({
      uid: uid(`appointment-${id}`),
      summary: kindInWords(kind, language),
      location: room || undefined,
      startsAt,
      endsAt,
    })),
  ]
  await noteReading(tx, link, nowMs)
  return writeCalendar({ name: name[language], language, now: toInstant(nowMs) }, events)
}

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
    const ctx = (await buildContext(c, services, { endpoint: { audience: 'open' } }, new Uint8Array(0))) as OpenCtx
    const text = await openLink(ctx, calendarLink, token, (tx, link) => calendarOf(tx, ctx, link))
    return c.body(text, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })
}
