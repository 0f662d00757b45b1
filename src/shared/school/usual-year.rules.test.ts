import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countryDefaults, knownCountries } from './country-defaults.rules.ts'
import { schoolYearOf } from './school-year.rules.ts'
import { usualNextYear, yearName } from './usual-year.rules.ts'

it('OPS-01: proposes the next school year of every country, which begins and ends on a school day', () => {
  const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...knownCountries, 'ZZ'), days, (country, date) => {
      const today = date.toISOString().slice(0, 10)
      const year = usualNextYear(country, countryDefaults(country).weekend, today)
      expect(year.startsOn > today).toBe(true)
      expect(schoolYearOf(year.startsOn)).toBe(schoolYearOf(today) + 1)
      expect(schoolYearOf(year.endsOn)).toBe(schoolYearOf(year.startsOn))
      for (const day of [year.startsOn, year.endsOn])
        expect(countryDefaults(country).weekend).not.toContain(new Date(`${day}T00:00:00Z`).getUTCDay())
    }),
  )
})

it('names a school year by its first and its last year', () => {
  expect(yearName({ startsOn: '2027-08-30', endsOn: '2028-06-30' })).toBe('2027\u2060–\u206028')
})
