import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Day, Instant } from './fields.ts'
import { businessDay, dayAfter, dayMs, endOfDay, fromInstant, hourMs, minuteMs, toInstant } from './time.ts'

const at = (instant: string) => fromInstant(instant)
const hm = (hours: number, minutes = 0) => hours * 60 + minutes
const moment = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2100-01-01T00:00:00Z') })
const cutover = fc.integer({ min: 0, max: hm(23, 59) })

describe('Instant and Day', () => {
  it.each(['2026-03-29T01:00:00Z', '2026-03-29T01:00:00.123Z'])('takes %s', (text) => {
    expect(Instant.parse(text)).toBe(text)
  })

  it.each(['2026-03-29T01:00:00+03:00', '2026-03-29T01:00:00', '2026-03-29', '2026-02-30T01:00:00Z', ''])(
    'refuses %j as an instant',
    (text) => {
      expect(Instant.safeParse(text).success).toBe(false)
    },
  )

  it.each(['2026-02-29', '2026-13-01', '26-01-01', '٢٠٢٦-٠١-٠١'])('refuses %j as a day', (text) => {
    expect(Day.safeParse(text).success).toBe(false)
  })

  it('goes from milliseconds to the wire and back without loss', () => {
    fc.assert(fc.property(moment, (ms) => fromInstant(Instant.parse(toInstant(ms))) === ms))
  })
})

describe('businessDay where clocks never change', () => {
  it.each([
    // Kuwait and Qatar are three hours ahead of UTC all year.
    ['Asia/Kuwait', '2026-01-31T20:59:59.999Z', 0, '2026-01-31'],
    ['Asia/Kuwait', '2026-01-31T21:00:00.000Z', 0, '2026-02-01'],
    ['Asia/Qatar', '2026-06-30T20:59:59.999Z', 0, '2026-06-30'],
    ['Asia/Qatar', '2026-06-30T21:00:00.000Z', 0, '2026-07-01'],
    // 01:30 in Kuwait with a cut-over of 04:00 is still the day before.
    ['Asia/Kuwait', '2026-01-31T22:30:00.000Z', hm(4), '2026-01-31'],
    ['Asia/Kuwait', '2026-02-01T00:59:59.999Z', hm(4), '2026-01-31'],
    ['Asia/Kuwait', '2026-02-01T01:00:00.000Z', hm(4), '2026-02-01'],
    ['Asia/Qatar', '2025-12-31T22:00:00.000Z', hm(4), '2025-12-31'],
    ['Asia/Qatar', '2028-02-29T23:00:00.000Z', hm(4), '2028-02-29'],
    ['Asia/Kolkata', '2026-01-01T18:29:59.999Z', 0, '2026-01-01'],
    ['Asia/Kolkata', '2026-01-01T18:30:00.000Z', 0, '2026-01-02'],
    ['UTC', '2026-01-01T00:00:00.000Z', hm(23, 59), '2025-12-31'],
  ])('%s, %s, cut-over at minute %i: %s', (zone, instant, cutoverMinute, day) => {
    expect(businessDay(at(instant), zone, cutoverMinute)).toBe(day)
  })

  it('is the shifted date, in every zone without summer time', () => {
    const zones = [
      ['Asia/Kuwait', 180],
      ['Asia/Qatar', 180],
      ['Asia/Dubai', 240],
      ['Asia/Kolkata', 330],
    ] as const
    fc.assert(
      fc.property(moment, cutover, fc.constantFrom(...zones), (ms, cutoverMinute, [zone, offset]) => {
        const shifted = toInstant(ms + (offset - cutoverMinute) * minuteMs).slice(0, 10)
        expect(businessDay(ms, zone, cutoverMinute)).toBe(shifted)
        expect(Day.safeParse(businessDay(ms, zone, cutoverMinute)).success).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('F29 T35: businessDay where clocks change', () => {
  it.each([
    // New York, 8 March 2026: 02:00 becomes 03:00. The cut-over is what the clock on the wall says, 04:00.
    ['America/New_York', '2026-03-08T07:59:59.999Z', hm(4), '2026-03-07'],
    ['America/New_York', '2026-03-08T08:00:00.000Z', hm(4), '2026-03-08'],
    // 1 November 2026: 02:00 becomes 01:00, so that 04:00 is five hours after midnight.
    ['America/New_York', '2026-11-01T08:30:00.000Z', hm(4), '2026-10-31'],
    ['America/New_York', '2026-11-01T09:00:00.000Z', hm(4), '2026-11-01'],
    ['Europe/Berlin', '2026-03-29T01:59:59.999Z', hm(4), '2026-03-28'],
    ['Europe/Berlin', '2026-03-29T02:00:00.000Z', hm(4), '2026-03-29'],
    ['Europe/Berlin', '2026-10-25T02:59:59.999Z', hm(4), '2026-10-24'],
    ['Europe/Berlin', '2026-10-25T03:00:00.000Z', hm(4), '2026-10-25'],
    // Cairo, 24 April 2026: midnight itself does not exist, the day begins at 01:00.
    ['Africa/Cairo', '2026-04-23T21:59:59.999Z', 0, '2026-04-23'],
    ['Africa/Cairo', '2026-04-23T22:00:00.000Z', 0, '2026-04-24'],
    ['Africa/Cairo', '2026-04-24T01:00:00.000Z', hm(4), '2026-04-24'],
    // Lord Howe Island moves by half an hour.
    ['Australia/Lord_Howe', '2026-10-03T16:59:59.999Z', hm(4), '2026-10-03'],
    ['Australia/Lord_Howe', '2026-10-03T17:00:00.000Z', hm(4), '2026-10-04'],
  ])('%s, %s, cut-over at minute %i: %s', (zone, instant, cutoverMinute, day) => {
    expect(businessDay(at(instant), zone, cutoverMinute)).toBe(day)
  })

  it('begins each day when the wall shows the cut-over, and lasts 23, 24 or 25 hours', () => {
    const zone = 'Europe/London'
    const lengths = new Map<string, number>()
    for (let ms = at('2026-01-01T12:00:00Z'); ms < at('2027-01-01T12:00:00Z'); ms += 30 * minuteMs) {
      const day = businessDay(ms, zone, hm(4))
      lengths.set(day, (lengths.get(day) ?? 0) + 0.5)
    }
    const whole = [...lengths].slice(1, -1)
    expect(whole.filter(([, hours]) => hours !== 24)).toEqual([
      ['2026-03-28', 23],
      ['2026-10-24', 25],
    ])
    expect(whole.map(([day]) => day)).toEqual(
      Array.from({ length: 364 }, (_, i) => toInstant(at('2026-01-02T00:00:00Z') + i * dayMs).slice(0, 10)),
    )
  })

  it('never skips a day and never goes back, for any cut-over outside the hour that comes twice', () => {
    const zones = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Asia/Kuwait', 'Pacific/Auckland')
    fc.assert(
      fc.property(moment, zones, fc.integer({ min: hm(3), max: hm(23) }), (ms, zone, cutoverMinute) => {
        const days = [0, 6, 12, 18, 24].map((hours) => businessDay(ms + hours * hourMs, zone, cutoverMinute))
        expect(days).toEqual(days.toSorted())
        expect(at(`${days[4]}T00:00:00Z`) - at(`${days[0]}T00:00:00Z`)).toBeLessThanOrEqual(2 * dayMs)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the end of a day', () => {
  it.each([
    ['Asia/Qatar', '2030-03-20', '2030-03-20T21:00:00.000Z'],
    ['Asia/Kolkata', '2030-03-20', '2030-03-20T18:30:00.000Z'],
    // Clocks go forward at midnight: the day ends when they do.
    ['Africa/Cairo', '2026-04-23', '2026-04-23T22:00:00.000Z'],
  ])('in %s of %s is %s', (zone, day, end) => {
    expect(toInstant(endOfDay(day, zone))).toBe(end)
  })

  it('is the first moment of another day, anywhere', () => {
    const zones = fc.constantFrom('Asia/Qatar', 'Africa/Cairo', 'Asia/Beirut', 'Pacific/Auckland', 'America/New_York')
    fc.assert(
      fc.property(moment, zones, (ms, zone) => {
        const day = businessDay(ms, zone, 0)
        const end = endOfDay(day, zone)
        expect([businessDay(end - 1, zone, 0), businessDay(end, zone, 0)]).toEqual([day, dayAfter(day, 1)])
        expect(end).toBeGreaterThan(ms)
      }),
      { numRuns: 60 },
    )
  })
})

it('refuses a time zone nobody knows', () => {
  expect(() => businessDay(0, 'Asia/Nowhere', 0)).toThrow(RangeError)
})
