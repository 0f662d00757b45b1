import { readSchool } from '#server/features/school/school.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { kindInWords } from '../appointments/appointment-mail.service.ts'
import { slotsBetween } from '../appointments/slot.service.ts'
import { type CalendarLinkRow, noteReading } from './calendar-link.service.ts'
import { type CalendarEvent, writeCalendar } from './write-calendar.rules.ts'

/** What is told of appointments that are over, and of those to come. */
const pastMs = 30 * dayMs
const futureMs = 365 * dayMs
const mostSlots = 1000

/**
 * Writes a person's calendar: terms and holidays of the school, and appointments with families at which they are expected and somebody
 * has booked. It names no family and no child: calendars are shown on walls and read by other companies.
 */
export async function calendarOf(tx: Tx, ctx: OpenCtx, link: CalendarLinkRow): Promise<string> {
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
