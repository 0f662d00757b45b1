// chunk: form-parts
import type { Choice, ChoiceSource } from '#shared/forms/form-field.contract.ts'

/** ISO 3166-1 codes, those of the region first; names come from the browser, in the reader's language. */
const countries =
  'AE BH KW OM QA SA|AF AL AM AO AR AT AU AZ BA BD BE BF BG BI BJ BN BO BR BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DO DZ EC EE EG ER ES ET FI FJ FR GA GB GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IN IQ IR IS IT JM JO JP KE KG KH KM KP KR KZ LA LB LK LR LS LT LU LV LY MA MD ME MG MK ML MM MN MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ PA PE PG PH PK PL PS PT PY RO RS RU RW SC SD SE SG SI SK SL SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TR TT TW TZ UA UG US UY UZ VE VN YE ZA ZM ZW'
const languages = 'ar en ur hi fr fa ml ta bn tl pa te si ne ps tr de es it pt ru zh ja ko so am sw'

function namesOf(type: 'region' | 'language', codes: string): Choice[] {
  const [en, ar] = ['en', 'ar'].map((lng) => new Intl.DisplayNames(lng, { type }))
  return codes.split(/[ |]/).map((code) => ({ code, label: { en: en?.of(code) ?? code, ar: ar?.of(code) ?? code } }))
}

/** Countries with those of the region first, languages; by name in the reader's language. */
export function choiceList(source: ChoiceSource, lng: 'en' | 'ar'): Choice[] {
  const all = source === 'languages' ? namesOf('language', languages) : namesOf('region', countries)
  const byName = new Intl.Collator(lng)
  const near = countries.slice(0, countries.indexOf('|'))
  const isNear = ({ code }: Choice) => source === 'countries' && near.includes(code)
  return all.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)) || byName.compare(a.label[lng], b.label[lng]))
}
