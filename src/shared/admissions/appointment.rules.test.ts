import { utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { businessDay, dayMs, fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import { atWallTime, calendarFile, isReminderDue, maxSeries, seriesTimes } from './appointment.rules.ts'

const shown = (ms: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms)

describe('slots', () => {
  it('begin when the clocks of the school show their time, also where clocks change', () => {
    const zones = ['Asia/Qatar', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'UTC', 'Africa/Cairo']
    const day = fc.integer({ min: 0, max: 900 }).map((no) => toInstant(Date.UTC(2030, 0, 1) + no * dayMs).slice(0, 10))
    // Clocks change at night.
    const minute = fc.integer({ min: 4 * 60, max: 22 * 60 })
    fc.assert(
      fc.property(fc.constantFrom(...zones), day, minute, (zone, on, at) => {
        const time = toInstant(at * 60_000).slice(11, 16)
        const ms = atWallTime(on, time, zone)
        expect([businessDay(ms, zone, 0), shown(ms, zone)]).toEqual([on, time])
      }),
    )
  })

  it('of a series are on its weekdays and times alone, without holidays, in order', () => {
    const series = { firstDay: '2030-03-03', lastDay: '2030-03-16', weekdays: [0, 2], minutes: 30 }
    const made = seriesTimes({ ...series, times: ['10:00', '09:00', '10:00'], except: ['2030-03-05'] }, 'Asia/Qatar')
    expect(made.map(({ startsAt }) => startsAt)).toEqual([
      '2030-03-03T06:00:00.000Z',
      '2030-03-03T07:00:00.000Z',
      '2030-03-10T06:00:00.000Z',
      '2030-03-10T07:00:00.000Z',
      '2030-03-12T06:00:00.000Z',
      '2030-03-12T07:00:00.000Z',
    ])
    expect(made[0]?.endsAt).toBe('2030-03-03T06:30:00.000Z')
    const many = seriesTimes(
      { ...series, lastDay: '2039-01-01', weekdays: [0, 1, 2, 3, 4, 5, 6], times: ['08:00'], except: [] },
      'UTC',
    )
    expect(many).toHaveLength(maxSeries + 1)
  })

  it('are told of a day before, not when they were booked within that day, nor when they have begun', () => {
    const startsAt = '2030-03-10T07:00:00.000Z'
    const at = fromInstant(startsAt)
    const early = { startsAt, bookedAt: toInstant(at - 2 * dayMs) }
    expect([at - dayMs - 1, at - dayMs, at - 1, at].map((now) => isReminderDue(early, now))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(isReminderDue({ startsAt, bookedAt: toInstant(at - 3 * hourMs) }, at - hourMs)).toBe(false)
  })
})

describe('a file for calendars', () => {
  it('has lines of at most 75 bytes, and says the same when they are unfolded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const title = `${text.replaceAll(/[\r\n\p{Cc}]/gu, '')}مقابلة; الروضة, 2 \\`
        const file = calendarFile({
          uid: 'a@b',
          title,
          place: '',
          note: 'one\ntwo',
          startsAt: '2030-03-10T07:00:00.000Z',
          endsAt: '2030-03-10T07:30:00.000Z',
          stampedAt: '2030-03-01T07:00:00.000Z',
        })
        for (const line of file.split('\r\n')) expect(utf8ToBytes(line).length).toBeLessThanOrEqual(75)
        const lines = file.replaceAll('\r\n ', '').split('\r\n')
        const summary = lines.find((line) => line.startsWith('SUMMARY:'))?.slice(8)
        expect(summary?.replaceAll(/\\([;,\\])/g, '$1')).toBe(title)
        expect(lines).toContain('DTSTART:20300310T070000Z')
        expect(lines).toContain('DESCRIPTION:one\\ntwo')
      }),
    )
  })
})
