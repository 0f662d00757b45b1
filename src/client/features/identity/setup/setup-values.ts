import type { SetupValues } from '#local/identity/setup-draft.ts'
import { isEmail } from '#shared/identity/credentials.rules.ts'
import { countryDefaults, knownCountries } from '#shared/school/country-defaults.rules.ts'
import { proposeSchoolCode, schoolCodeProblem } from '#shared/school/school-code.rules.ts'

/** A country whose defaults are not known. */
export const otherCountry = 'ZZ'

export type SetupField = keyof SetupValues
/** What is wrong with a field, as a key of the words `problem.*`. */
export type FieldProblem =
  | 'missing'
  | 'code.malformed'
  | 'code.reserved'
  | 'code.taken'
  | 'person'
  | 'email'
  | 'regulator'
export type FieldProblems = Partial<Record<SetupField, FieldProblem>>

export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The country that the device's time zone tells; Qatar where it tells none of those that are known. */
const countryHere = (): string =>
  knownCountries.find((country) => countryDefaults(country).timeZone === ownTimeZone()) ?? 'QA'

/** Returns what follows from a country; elsewhere the device's own time zone is the best guess. */
export function settingsOf(
  country: string,
): Pick<SetupValues, 'country' | 'currency' | 'timeZone' | 'language' | 'regulator'> {
  const { currency, timeZone, language, regulators } = countryDefaults(country)
  const [regulator = '', another] = regulators
  return {
    country,
    currency,
    timeZone: country === otherCountry ? ownTimeZone() : timeZone,
    language,
    // Of several somebody chooses one: their rules differ.
    regulator: another ? '' : regulator,
  }
}

export const firstValues = (): SetupValues => ({
  nameEn: '',
  nameAr: '',
  code: null,
  ...settingsOf(countryHere()),
  grades: 'grades',
  adminEn: '',
  adminAr: '',
  email: '',
})

/** The code that the school gets: what was typed, else the one proposed from its name. */
export const codeOf = ({ code, nameEn }: SetupValues): string => code ?? proposeSchoolCode(nameEn)

/** Returns the problems of the page about the school. */
export function schoolProblems(values: SetupValues): FieldProblems {
  const problems: FieldProblems = {}
  if (values.nameEn.trim() === '') problems.nameEn = 'missing'
  if (values.nameAr.trim() === '') problems.nameAr = 'missing'
  const problem = schoolCodeProblem(codeOf(values))
  if (problem) problems.code = `code.${problem}`
  const { regulators } = countryDefaults(values.country)
  if (regulators.length > 1 && !regulators.some((each) => each === values.regulator)) problems.regulator = 'regulator'
  return problems
}

/** Returns the problems of the page about the administrator. */
export function administratorProblems({ adminEn, adminAr, email }: SetupValues): FieldProblems {
  const problems: FieldProblems = {}
  if (adminEn.trim() === '' && adminAr.trim() === '') problems.adminEn = 'person'
  if (!isEmail(email.trim())) problems.email = 'email'
  return problems
}
