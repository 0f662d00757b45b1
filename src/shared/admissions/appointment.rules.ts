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

/** States of a booking. Until its slot is over, only `booked` takes a seat of it. */
export const bookingStates = ['booked', 'cancelled', 'moved', 'held', 'no-show'] as const
export type BookingState = (typeof bookingStates)[number]

/** Booking states that take, or took, a seat of the slot. */
export const seatStates = ['booked', 'held', 'no-show'] as const satisfies readonly BookingState[]

/** Outcomes of an appointment, as input to the later decision. */
export const appointmentOutcomes = ['positive', 'mixed', 'negative'] as const
export type AppointmentOutcome = (typeof appointmentOutcomes)[number]

/** Most slots in one series. */
export const maxSeries = 400

/** Returns the wall-clock time in a zone as milliseconds, as if it were UTC. */
function wallMs(atMs: number, timeZone: string): number {
  const day = fromInstant(`${businessDay(atMs, timeZone, 0)}T00:00:00.000Z`)
  // Binary search for the minutes since midnight: the day start at which the business day would change.
  let [low, high] = [0, 1440]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const isBefore = businessDay(atMs, timeZone, middle) < toInstant(day).slice(0, 10)
    if (isBefore) high = middle
    else low = middle
  }
  return day + low * minuteMs
}

/**
 * Returns the instant at which clocks in a zone show a time (`HH:MM`) of a day. A time skipped in spring is an hour
 * later.
 */
export function atWallTime(day: Day, time: string, timeZone: string): number {
  const wanted = fromInstant(`${day}T${time}:00.000Z`)
  let found = wanted
  for (let round = 0; round < 3; round += 1) found += wanted - wallMs(found, timeZone)
  return found
}

interface Series {
  firstDay: Day
  lastDay: Day
  /** Days of the week; 0 is Sunday. */
  weekdays: readonly number[]
  times: readonly string[]
  minutes: number
  /** Days without slots, such as holidays. */
  except: readonly Day[]
}

/**
 * Returns the start and end of each slot of a series, in order; at most `maxSeries + 1`, so that callers notice an
 * excess.
 */
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

/** Returns the instant (ms) until which a family can move or cancel its booking. */
export const changeUntil = (startsAt: Instant, changeHours: number): number =>
  fromInstant(startsAt) - changeHours * hourMs

/** Checks whether the reminder, a day ahead, is due now: never for what was booked within that day, or is over. */
export const isReminderDue = (of: { startsAt: Instant; bookedAt: Instant }, nowMs: number): boolean => {
  const startsMs = fromInstant(of.startsAt)
  return nowMs < startsMs && nowMs >= startsMs - dayMs && fromInstant(of.bookedAt) < startsMs - dayMs
}

interface Event {
  /** Unique among all events. */
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

/** Folds a line to at most 75 bytes without splitting a character (RFC 5545, 3.1). */
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

/** Returns an appointment as an iCalendar file (RFC 5545). */
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
