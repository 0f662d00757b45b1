// chunk: desk-parts
/**
 * Regulators whose rules a school can follow; `none` is a place whose rules are not recorded, where nothing is limited by them.
 */
export const regulators = ['dubai', 'abu-dhabi', 'northern-emirates', 'qatar', 'kuwait', 'saudi', 'none'] as const
export type Regulator = (typeof regulators)[number]

const countryOf: Readonly<Record<Regulator, string | undefined>> = {
  dubai: 'AE',
  'abu-dhabi': 'AE',
  'northern-emirates': 'AE',
  qatar: 'QA',
  kuwait: 'KW',
  saudi: 'SA',
  none: undefined,
}

/** Returns the country whose rules of age a regulator applies, as an ISO 3166 code; undefined for none. */
export const regulatorCountry = (regulator: Regulator): string | undefined => countryOf[regulator]

/** Returns the regulators of a country, in the order in which they are offered. @param country ISO 3166 code */
export const regulatorsOf = (country: string): Regulator[] =>
  regulators.filter((regulator) => countryOf[regulator] === country)

/** Returns the regulator of a school that has set none: the first one of its country. @param country ISO 3166 code */
export const defaultRegulator = (country: string): Regulator => regulatorsOf(country)[0] ?? 'none'
