import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Language } from '#shared/kernel/fields.ts'

/** Address of a person's own calendar; never the address itself, which is shown once. */
const CalendarLink = z.object({
  createdAt: Instant,
  /** To the hour; null while no calendar has read it. */
  lastReadAt: Instant.nullable(),
})
export type CalendarLink = z.infer<typeof CalendarLink>

/** @throws AppError access.denied */
export const readCalendarLink = endpoint({
  method: 'get',
  path: '/appointments/calendar_link',
  audience: 'session',
  body: Nothing,
  reply: z.object({ link: CalendarLink.nullable() }),
})

/**
 * Makes the address at which a calendar program reads the school's days and this person's own appointments, without any child's name. It
 * is returned once; one made before ends. @throws AppError access.denied
 */
export const makeCalendarLink = endpoint({
  method: 'post',
  path: '/appointments/calendar_link_make',
  audience: 'session',
  body: z.object({ language: Language }),
  reply: z.object({ url: z.string(), link: CalendarLink }),
})

/** Ends the address. @throws AppError access.denied */
export const endCalendarLink = endpoint({
  method: 'post',
  path: '/appointments/calendar_link_end',
  audience: 'session',
  body: Nothing,
  reply: Nothing,
})
