import type { Language } from '#shared/kernel/fields.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { Regulator } from './regulator.rules.ts'

/** Settings that a school of a country begins with; each may be changed. */
export interface CountryDefaults {
  readonly currency: Currency
  /** IANA name. */
  readonly timeZone: string
  /** First language of the school's pages. */
  readonly language: Language
  /** Days without school, 0 for Sunday. */
  readonly weekend: readonly number[]
  /** Standard rate of value-added tax in parts per million; 0 where there is none. */
  readonly taxPpm: number
  /** Whose rules a school may follow; of several somebody chooses. Those of `regulator.rules.ts`, which a page of set-up does without. */
  readonly regulators: readonly Regulator[]
}

const gulfWeekend = [5, 6]
const weekendOfSunday = [6, 0]

/** By ISO 3166 code. Tax rates are the standard ones of 2026. */
const ofCountries = {
  QA: {
    currency: 'QAR',
    timeZone: 'Asia/Qatar',
    language: 'en',
    weekend: gulfWeekend,
    taxPpm: 0,
    regulators: ['qatar'],
  },
  SA: {
    currency: 'SAR',
    timeZone: 'Asia/Riyadh',
    language: 'ar',
    weekend: gulfWeekend,
    taxPpm: 150_000,
    regulators: ['saudi'],
  },
  AE: {
    currency: 'AED',
    timeZone: 'Asia/Dubai',
    language: 'en',
    weekend: weekendOfSunday,
    taxPpm: 50_000,
    regulators: ['dubai', 'abu-dhabi', 'northern-emirates'],
  },
  KW: {
    currency: 'KWD',
    timeZone: 'Asia/Kuwait',
    language: 'ar',
    weekend: gulfWeekend,
    taxPpm: 0,
    regulators: ['kuwait'],
  },
  BH: {
    currency: 'BHD',
    timeZone: 'Asia/Bahrain',
    language: 'en',
    weekend: gulfWeekend,
    taxPpm: 100_000,
    regulators: [],
  },
  OM: {
    currency: 'OMR',
    timeZone: 'Asia/Muscat',
    language: 'ar',
    weekend: gulfWeekend,
    taxPpm: 50_000,
    regulators: [],
  },
  EG: {
    currency: 'EGP',
    timeZone: 'Africa/Cairo',
    language: 'ar',
    weekend: gulfWeekend,
    taxPpm: 140_000,
    regulators: [],
  },
  JO: {
    currency: 'JOD',
    timeZone: 'Asia/Amman',
    language: 'ar',
    weekend: gulfWeekend,
    taxPpm: 160_000,
    regulators: [],
  },
  LB: {
    currency: 'LBP',
    timeZone: 'Asia/Beirut',
    language: 'ar',
    weekend: weekendOfSunday,
    taxPpm: 110_000,
    regulators: [],
  },
} as const satisfies Readonly<Record<string, CountryDefaults>>

/** Countries with defaults of their own, in the order in which they are offered. */
export const knownCountries = Object.keys(ofCountries)

const elsewhere: CountryDefaults = {
  currency: 'USD',
  timeZone: 'UTC',
  language: 'en',
  weekend: weekendOfSunday,
  taxPpm: 0,
  regulators: [],
}

/** Returns what a school of this country begins with; dollars, UTC and English where nothing is known. @param country ISO 3166 code */
export const countryDefaults = (country: string): CountryDefaults =>
  isKnown(country) ? ofCountries[country] : elsewhere

const isKnown = (country: string): country is keyof typeof ofCountries => Object.hasOwn(ofCountries, country)

/** Money settings of tills by currency, in minor units. */
interface TillAmounts {
  /** Smallest coin in use. */
  readonly cashIncrement: number
  /** How much one account may spend at a till that has no network. */
  readonly offlineAllowance: number
}

const tillAmounts: Readonly<Record<Currency, TillAmounts>> = {
  QAR: { cashIncrement: 25, offlineAllowance: 3000 },
  SAR: { cashIncrement: 5, offlineAllowance: 3000 },
  AED: { cashIncrement: 25, offlineAllowance: 3000 },
  KWD: { cashIncrement: 5, offlineAllowance: 2500 },
  BHD: { cashIncrement: 5, offlineAllowance: 3000 },
  OMR: { cashIncrement: 5, offlineAllowance: 3000 },
  EGP: { cashIncrement: 25, offlineAllowance: 15_000 },
  JOD: { cashIncrement: 10, offlineAllowance: 5000 },
  LBP: { cashIncrement: 100_000, offlineAllowance: 60_000_000 },
  USD: { cashIncrement: 1, offlineAllowance: 800 },
  EUR: { cashIncrement: 1, offlineAllowance: 800 },
}

/** Returns the smallest coin of a currency and what an account may spend at a till without a network, in minor units. */
export const defaultTillAmounts = (currency: Currency): TillAmounts => tillAmounts[currency]
