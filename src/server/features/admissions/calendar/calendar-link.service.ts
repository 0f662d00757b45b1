import { and, eq, isNull } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { LinkKind } from '#server/features/identity/access-links/access-link.service.ts'
import { findActiveUser } from '#server/features/identity/sessions/people.service.ts'
import { ownAddress } from '#server/features/mail/mail.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createToken } from '#server/kernel/tokens.ts'
import type { CalendarLink } from '#shared/admissions/calendar-link.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import { calendarLinks } from './calendar-link.table.ts'

export type CalendarLinkRow = typeof calendarLinks.$inferSelect

/** Beginning of the addresses; the token and `.ics` follow. */
export const calendarPath = '/calendar/'

const isOwn = ({ school, session }: SessionCtx) =>
  and(eq(calendarLinks.schoolId, school.schoolId), eq(calendarLinks.userId, session.user.userId))

const view = ({ createdAt, lastReadAt }: CalendarLinkRow): CalendarLink => ({ createdAt, lastReadAt })

/** Returns the address of a person's calendar; null where there is none. */
export async function ownCalendarLink(tx: Tx, ctx: SessionCtx): Promise<CalendarLink | null> {
  const [row] = await tx
    .select()
    .from(calendarLinks)
    .where(and(isOwn(ctx), isNull(calendarLinks.endedAt)))
  return row ? view(row) : null
}

/** Creates a new address and ends the previous one. It is returned in this answer only. */
export async function makeLink(
  tx: Tx,
  ctx: SessionCtx,
  language: Language,
): Promise<{ url: string; link: CalendarLink }> {
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
export async function endLink(tx: Tx, ctx: SessionCtx): Promise<void> {
  const ended = await tx
    .update(calendarLinks)
    .set({ endedAt: toInstant(ctx.deps.clock.nowMs()) })
    .where(and(isOwn(ctx), isNull(calendarLinks.endedAt)))
    .returning()
  const about = ctx.session.user.userId
  if (ended.length > 0) await recordAuditEvent(tx, ctx, 'calendar-link-ended', { about, facts: {} })
}

const { schoolId, tokenHash, endedAt } = calendarLinks

/** The address opens while its person works at the school. */
export const calendarLink: LinkKind<CalendarLinkRow> = {
  columns: { schoolId, tokenHash, endedAt },
  find: async (tx, isOpen) => {
    const [row] = await tx.select().from(calendarLinks).where(isOpen)
    const person = row && (await findActiveUser(tx, row.schoolId, row.userId))
    return person ? row : undefined
  },
}

/** Notes that a calendar has read it, to the hour. */
export async function noteReading(tx: Tx, row: CalendarLinkRow, nowMs: number): Promise<void> {
  if (row.lastReadAt !== null && nowMs - fromInstant(row.lastReadAt) < hourMs) return
  await tx
    .update(calendarLinks)
    .set({ lastReadAt: toInstant(nowMs) })
    .where(and(eq(calendarLinks.schoolId, row.schoolId), eq(calendarLinks.userId, row.userId)))
}
