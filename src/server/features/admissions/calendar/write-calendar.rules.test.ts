import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalendarEvent, folded, writeCalendar } from './write-calendar.rules.ts'

const about = { name: 'Alnoor; School', language: 'en', now: '2030-03-03T06:00:00.000Z' }
const utf8 = new TextEncoder()

/** Reads lines as a calendar program does: unfolded, each with its name and value. */
const linesOf = (text: string): [string, string][] =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)])

const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))

describe('calendars as RFC 5545 has them', () => {
  it('writes whole days with the day after the last one, and times in UTC', () => {
    const events: CalendarEvent[] = [
      { uid: 'a@x', summary: 'Holiday', from: '2030-12-31', to: '2030-12-31' },
      {
        uid: 'b@x',
        summary: 'Interview, room 4; north',
        location: 'North\\wing',
        startsAt: '2030-03-04T07:30:00.000Z',
        endsAt: '2030-03-04T08:00:00.000Z',
      },
    ]
    expect(writeCalendar(about, events)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Bawaba//Calendar//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'X-WR-CALNAME;LANGUAGE=en:Alnoor\\; School',
        'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
        'BEGIN:VEVENT',
        'UID:a@x',
        'DTSTAMP:20300303T060000Z',
        'DTSTART;VALUE=DATE:20301231',
        'DTEND;VALUE=DATE:20310101',
        'SUMMARY;LANGUAGE=en:Holiday',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:b@x',
        'DTSTAMP:20300303T060000Z',
        'DTSTART:20300304T073000Z',
        'DTEND:20300304T080000Z',
        'SUMMARY;LANGUAGE=en:Interview\\, room 4\\; north',
        'LOCATION;LANGUAGE=en:North\\\\wing',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    )
  })

  it('no line is longer than 75 bytes, in any script, and unfolded it is what it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const line = text.replaceAll(/[\r\n]/g, '')
        const lines = folded(line).split('\r\n')
        for (const each of lines) expect(utf8.encode(each).length).toBeLessThanOrEqual(75)
        expect(folded(line).replaceAll('\r\n ', '')).toBe(line)
      }),
    )
  })

  it('a text cannot end its line or begin another property', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (summary) => {
        const text = writeCalendar(about, [{ uid: 'a@x', summary, from: '2030-01-01', to: '2030-01-02' }])
        const read = linesOf(text)
        expect(read.filter(([name]) => name.startsWith('SUMMARY'))).toHaveLength(1)
        expect(read).toHaveLength(15)
        const [, value = ''] = read.find(([name]) => name.startsWith('SUMMARY')) ?? []
        const plain = summary.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
        expect(unescaped(value)).toBe(plain)
      }),
    )
  })
})
