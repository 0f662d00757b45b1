import type { Currency } from '#shared/kernel/money.ts'

/** Countries of the Gulf, where our schools stand. */
export type HomeCountry = 'AE' | 'BH' | 'KW' | 'OM' | 'QA' | 'SA'

const countryOf: Partial<Record<Currency, HomeCountry>> = {
  AED: 'AE',
  BHD: 'BH',
  KWD: 'KW',
  OMR: 'OM',
  QAR: 'QA',
  SAR: 'SA',
}

/** Where a phone number without a country code is at home: where the school is, which its currency tells. */
export const homeCountry = (schoolCurrency: Currency | undefined): HomeCountry =>
  (schoolCurrency && countryOf[schoolCurrency]) ?? 'QA'
