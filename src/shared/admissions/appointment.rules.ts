import {
  businessDay,
  type Day,
  dayAfter,
  dayMs,
  fromInstant,
  hourMs,
  type Instant,
  minuteMs,
  toInstant,
} from '#shared/kernel/time.ts'

/** How it stands with somebody who was to come. Only `booked` takes a seat of the slot before it is over. */
export const bookingStates = ['booked', 'cancelled', 'moved', 'held', 'no-show'] as const
export type BookingState = (typeof bookingStates)[number]

/** These have a seat of their slot, or had it. */
export const seatStates = ['booked', 'held', 'no-show'] as const satisfies readonly BookingState[]

/** What an appointment came to, for whoever decides later. */
export const appointmentOutcomes = ['positive', 'mixed', 'negative'] as const
export type AppointmentOutcome = (typeof appointmentOutcomes)[number]

/** A series is at most so many slots. */
export const maxSeries = 400

/** By wall clocks in a zone, as if it were UTC. */
function wallMs(atMs: number, timeZone: string): number {
  const day = fromInstant(`${businessDay(atMs, timeZone, 0)}T00:00:00.000Z`)
  // The minutes since midnight are found by asking on which day it would be if the day began later.
  let [low, high] = [0, 1440]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const isBefore = businessDay(atMs, timeZone, middle) < toInstant(day).slice(0, 10)
    if (isBefore) high = middle
    else low = middle
  }
  return day + low * minuteMs
}

/** The instant at which clocks in a zone show a time (`HH:MM`) of a day. A time that is left out in spring is an hour later. */
export function atWallTime(day: Day, time: string, timeZone: string): number {
  const wanted = fromInstant(`${day}T${time}:00.000Z`)
  let found = wanted
  for (let round = 0; round < 3; round += 1) found += wanted - wallMs(found, timeZone)
  return found
}

interface Series {
  firstDay: Day
  lastDay: Day
  /** 0 for Sunday. */
  weekdays: readonly number[]
  times: readonly string[]
  minutes: number
  /** Days without, such as holidays. */
  except: readonly Day[]
}

/** When the slots of a series begin and end, in order; at most `maxSeries` and one, so that too many are noticed. */
export function seriesTimes(
  { firstDay, lastDay, weekdays, times, minutes, except }: Series,
  timeZone: string,
): { startsAt: Instant; endsAt: Instant }[] {
  const found: { startsAt: Instant; endsAt: Instant }[] = []
  for (let day = firstDay; day <= lastDay && found.length <= maxSeries; day = dayAfter(day, 1)) {
    if (except.includes(day) || !weekdays.includes(new Date(`${day}T00:00:00.000Z`).getUTCDay())) continue
    for (const time of new Set([...times].toSorted())) {
      const startsMs = atWallTime(day, time, timeZone)
      found.push({ startsAt: toInstant(startsMs), endsAt: toInstant(startsMs + minutes * minuteMs) })
    }
  }
  return found
}

/** Until when a family may move or cancel what it has booked. */
export const changeUntil = (startsAt: Instant, changeHours: number): number =>
  fromInstant(startsAt) - changeHours * hourMs

/** Whether somebody is to be told now that it is tomorrow: never of what was booked within that day, or is over. */
export const isReminderDue = (of: { startsAt: Instant; bookedAt: Instant }, nowMs: number): boolean => {
  const startsMs = fromInstant(of.startsAt)
  return nowMs < startsMs && nowMs >= startsMs - dayMs && fromInstant(of.bookedAt) < startsMs - dayMs
}

interface Event {
  /** Unlike that of every other event. */
  uid: string
  title: string
  place: string
  note: string
  startsAt: Instant
  endsAt: Instant
  stampedAt: Instant
}

const stamp = (at: Instant): string => toInstant(fromInstant(at)).replaceAll(/[-:]|\.\d{3}/g, '')
const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replaceAll(/\r?\n/g, '\\n')

const bytesOf = (letter: string): number => {
  const code = letter.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4
}

/** Lines of at most 75 bytes, never cut inside of a letter (RFC 5545, 3.1). */
function folded(line: string): string {
  let [text, bytes] = ['', 0]
  for (const letter of line) {
    const size = bytesOf(letter)
    if (bytes + size > 74) {
      text += '\r\n '
      bytes = 1
    }
    text += letter
    bytes += size
  }
  return text
}

/** An appointment as a file for calendars (RFC 5545). */
export const calendarFile = ({ uid, title, place, note, startsAt, endsAt, stampedAt }: Event): string =>
  `${[
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bawaba//Appointments//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${stamp(stampedAt)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${escaped(title)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    ...(note ? [`DESCRIPTION:${escaped(note)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('\r\n')}\r\n`
