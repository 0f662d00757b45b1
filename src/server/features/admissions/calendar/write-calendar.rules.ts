import type { Day, Instant } from '#shared/kernel/time.ts'

/** An event of a calendar: whole days, the last one included, or from an instant to another. */
export type CalendarEvent = {
  /** Stable: a calendar program updates the entry that it has. */
  readonly uid: string
  readonly summary: string
  readonly location?: string | undefined
} & ({ readonly from: Day; readonly to: Day } | { readonly startsAt: Instant; readonly endsAt: Instant })

/** Largest line in bytes of UTF-8, without its end (RFC 5545 §3.1). */
const maxLineBytes = 75

/** Writes a text as a value: its marks escaped, control characters left out. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')

const bytesOf = (sign: string): number => {
  const code = sign.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Folds a line so that none is too long; a sign of several bytes is never divided. */
export function folded(line: string): string {
  let text = ''
  let bytes = 0
  for (const sign of line) {
    const size = bytesOf(sign)
    if (bytes + size > maxLineBytes) {
      text += '\r\n '
      bytes = 1
    }
    text += sign
    bytes += size
  }
  return text
}

const utc = (at: Instant): string => `${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
const dayText = (day: Day): string => day.replaceAll('-', '')
const dayAfter = (day: Day): Day => new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10)

const timesOf = (event: CalendarEvent): string[] =>
  'from' in event
    ? [`DTSTART;VALUE=DATE:${dayText(event.from)}`, `DTEND;VALUE=DATE:${dayText(dayAfter(event.to))}`]
    : [`DTSTART:${utc(event.startsAt)}`, `DTEND:${utc(event.endsAt)}`]

/** Writes a calendar as RFC 5545 has it, times in UTC. @param now when it was written */
export function writeCalendar(
  { name, language, now }: { name: string; language: string; now: Instant },
  events: readonly CalendarEvent[],
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bawaba//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME;LANGUAGE=${language}:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `DTSTAMP:${utc(now)}`,
      ...timesOf(event),
      `SUMMARY;LANGUAGE=${language}:${escaped(event.summary)}`,
      ...(event.location ? [`LOCATION;LANGUAGE=${language}:${escaped(event.location)}`] : []),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}
