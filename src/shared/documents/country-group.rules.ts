/** Groups of countries by what their papers need: those at home none, some no stamp, others a chain of them. */
export const countryGroups = ['home', 'gulf', 'western', 'other'] as const
export type CountryGroup = (typeof countryGroups)[number]

const gulf: ReadonlySet<string> = new Set(['AE', 'BH', 'KW', 'OM', 'QA', 'SA'])
/** Western Europe, North America, Australia and New Zealand. */
const western: ReadonlySet<string> = new Set(
  'AD AT AU BE CA CH DE DK ES FI FR GB GR IE IS IT LI LU MC MT NL NO NZ PT SE SM US VA'.split(' '),
)

/** By its ISO code, as seen from a school in `home`; each country is in one group. */
export function countryGroupOf(country: string, home: string): CountryGroup {
  if (country === home) return 'home'
  if (gulf.has(country)) return 'gulf'
  return western.has(country) ? 'western' : 'other'
}
