import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Currency } from '#shared/kernel/fields.ts'
import { regulatorsOf } from './regulator.rules.ts'
import { countryDefaults, defaultTillAmounts, knownCountries } from './country-defaults.rules.ts'
import { homeCountry } from './home-country.rules.ts'
import { isTimeZone } from './new-school.contract.ts'

it('gives each known country its own currency, and a time zone of that country', () => {
  expect(knownCountries.toSorted()).toEqual(['AE', 'BH', 'EG', 'JO', 'KW', 'LB', 'OM', 'QA', 'SA'])
  // East of Greenwich in hours, in a January without summer time.
  const offsets = { AE: 4, BH: 3, EG: 2, JO: 3, KW: 3, LB: 2, OM: 4, QA: 3, SA: 3 }
  for (const [country, hours] of Object.entries(offsets)) {
    const { currency, timeZone } = countryDefaults(country)
    expect(homeCountry(currency), country).toBe(country)
    const shown = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(new Date('2030-01-10'))
    expect(shown, country).toContain(`GMT+0${hours}:00`)
  }
})

it('gives every two letters something that a school can be made from', () => {
  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  fc.assert(
    fc.property(
      fc.tuple(letter, letter).map((two) => two.join('')),
      (country) => {
        const { currency, timeZone, weekend, taxPpm } = countryDefaults(country)
        expect(Currency.safeParse(currency).success).toBe(true)
        expect(isTimeZone(timeZone)).toBe(true)
        expect(weekend).toHaveLength(2)
        expect(taxPpm % 10_000 === 0 && taxPpm >= 0 && taxPpm < 1_000_000).toBe(true)
      },
    ),
  )
  for (const word of ['constructor', '__proto__', 'toString', '']) expect(countryDefaults(word).currency).toBe('USD')
})

it('rounds cash to whole coins, of which an offline sale may cost several', () => {
  for (const currency of Currency.options) {
    const { cashIncrement, offlineAllowance } = defaultTillAmounts(currency)
    expect(cashIncrement).toBeGreaterThan(0)
    expect(offlineAllowance % cashIncrement).toBe(0)
    expect(offlineAllowance).toBeGreaterThan(100 * cashIncrement)
  }
})

it('every country offers the regulators whose rules are recorded', () => {
  for (const country of knownCountries) expect(countryDefaults(country).regulators).toEqual(regulatorsOf(country))
})
