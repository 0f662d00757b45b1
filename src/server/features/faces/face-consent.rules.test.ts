import { describe, expect, it } from 'vitest'
import { businessDay } from '#shared/kernel/time.ts'
import { schoolDaysSince } from '#shared/school/school-days.rules.ts'
import { consentHolds, faceConsentDueAt, faceExpiresAt, isOfAge } from './face-consent.rules.ts'

const mother = (agrees: boolean, version = 1) => ({ agrees, version, maySign: true })
const uncle = (agrees: boolean) => ({ agrees, version: 1, maySign: false })

describe('consent', () => {
  it.each([
    [[], false],
    [[mother(true)], true],
    [[uncle(true)], false],
    [[mother(true), uncle(true)], true],
    [[mother(true), uncle(false)], false],
    [[uncle(false), mother(true)], true],
    [[mother(true), mother(false)], false],
    [[mother(true), mother(false), uncle(true)], false],
    [[mother(true), mother(false), mother(true)], true],
  ])('of %j holds: %s', (answers, holds) => {
    expect(consentHolds(answers, 1)).toBe(holds)
  })

  it('ends with a wording that is not accepted any more', () => {
    expect(consentHolds([mother(true, 1)], 2)).toBe(false)
    expect(consentHolds([mother(true, 2)], 2)).toBe(true)
  })
})

describe('a face', () => {
  const at = '2030-03-03T08:00:00.000Z'
  it('is made again every half year below twelve, and yearly above or where nobody knows', () => {
    expect(faceConsentDueAt(at, '2020-01-01')).toBe('2030-09-03T08:00:00.000Z')
    expect(faceConsentDueAt(at, '2018-03-04')).toBe('2030-09-03T08:00:00.000Z')
    expect(faceConsentDueAt(at, '2018-03-03')).toBe('2031-03-03T08:00:00.000Z')
    expect(faceConsentDueAt(at, null)).toBe('2031-03-03T08:00:00.000Z')
  })

  it('is deleted after twice that time', () => {
    expect(faceExpiresAt(at, null)).toBe('2032-03-02T08:00:00.000Z')
  })

  it('is of nobody too young, as far as that is known', () => {
    expect(isOfAge('2024-03-03', 6, '2030-03-02')).toBe(false)
    expect(isOfAge('2024-03-03', 6, '2030-03-03')).toBe(true)
    expect(isOfAge(null, 6, '2030-03-03')).toBe(true)
  })
})

it('counts days of school by the calendar of the place, without its weekend', () => {
  const thursday = Date.parse('2030-03-07T20:30:00.000Z')
  expect(businessDay(thursday, 'Asia/Qatar', 0)).toBe('2030-03-07')
  const days = (iso: string) => schoolDaysSince(thursday, Date.parse(iso), 'Asia/Qatar', { weekend: [5, 6] })
  expect(days('2030-03-07T20:59:00.000Z')).toBe(0)
  expect(days('2030-03-09T20:00:00.000Z')).toBe(0)
  expect(days('2030-03-09T21:30:00.000Z')).toBe(1)
  expect(days('2030-03-24T12:00:00.000Z')).toBe(11)
  expect(days('2030-03-01T12:00:00.000Z')).toBe(0)
})
