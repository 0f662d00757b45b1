import type { Currency } from '#shared/kernel/money.ts'

/** Countries whose currency tells where a school is. */
export type HomeCountry = 'AE' | 'BH' | 'EG' | 'JO' | 'KW' | 'LB' | 'OM' | 'QA' | 'SA'

const countryOf: Partial<Record<Currency, HomeCountry>> = {
  AED: 'AE',
  BHD: 'BH',
  EGP: 'EG',
  JOD: 'JO',
  KWD: 'KW',
  LBP: 'LB',
  OMR: 'OM',
  QAR: 'QA',
  SAR: 'SA',
}

/** Where a phone number without a country code is at home: where the school is, which its currency tells. */
export const homeCountry = (schoolCurrency: Currency | undefined): HomeCountry =>
  (schoolCurrency && countryOf[schoolCurrency]) ?? 'QA'
