import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromInstant, minuteMs } from '#shared/kernel/time.ts'
import {
  answerDueAt,
  answerMinutes,
  lateIfBefore,
  type OfficeHours,
  officeMinutes,
  officeTimes,
} from './answer-clock.rules.ts'

const doha: OfficeHours = {
  timeZone: 'Asia/Qatar',
  weekend: [5, 6],
  holidays: [{ from: '2026-12-17', to: '2026-12-18' }],
  ...officeTimes,
}
const due = (at: string) => answerDueAt(Date.parse(at), doha)

it('counts the hours of the office alone: no night, no weekend, no holiday', () => {
  // Sunday 08:42 in Doha: seven hours are left of that day, the eighth is the next day's.
  expect(due('2026-11-22T05:42:00Z')).toBe('2026-11-23T05:42:00.000Z')
  // Thursday 14:00: one hour, then Friday and Saturday.
  expect(due('2026-11-26T11:00:00Z')).toBe('2026-11-29T11:00:00.000Z')
  // In the night: from the morning on, to its end.
  expect(due('2026-11-22T20:00:00Z')).toBe('2026-11-23T12:00:00.000Z')
  // The day before a holiday that is followed by the weekend.
  expect(due('2026-12-16T11:00:00Z')).toBe('2026-12-20T11:00:00.000Z')
})

it('says what is late by the very moment at which it is due', () => {
  const minute = fc.integer({ min: 0, max: 60 * 24 * 60 })
  fc.assert(
    fc.property(minute, minute, (received, passed) => {
      const base = Date.parse('2026-11-01T00:00:00Z')
      const receivedMs = base + received * minuteMs
      const nowMs = base + passed * minuteMs
      const isDue = fromInstant(answerDueAt(receivedMs, doha)) < nowMs
      if (isDue) expect(receivedMs).toBeLessThan(fromInstant(lateIfBefore(nowMs, doha)))
      else expect(officeMinutes(receivedMs, nowMs, doha)).toBeLessThanOrEqual(answerMinutes)
    }),
  )
})

it('measures how long an answer took', () => {
  expect(officeMinutes(Date.parse('2026-11-26T11:00:00Z'), Date.parse('2026-11-29T05:30:00Z'), doha)).toBe(150)
})

it('ends for a school without a working day', () => {
  const closed = { ...doha, weekend: [0, 1, 2, 3, 4, 5, 6] }
  expect(answerDueAt(0, closed)).toBe('1970-01-01T08:00:00.000Z')
  expect(lateIfBefore(Date.parse('2026-11-26T11:00:00Z'), closed)).toBe('2026-11-26T03:00:00.000Z')
})
