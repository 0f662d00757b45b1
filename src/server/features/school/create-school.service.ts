import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Currency, minor } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { countryDefaults, defaultTillAmounts } from '#shared/school/country-defaults.rules.ts'
import type { NewSchool } from '#shared/school/new-school.contract.ts'
import { startGrades, usualAges } from '#shared/school/school-grades.rules.ts'
import type { TaxCode } from '#shared/school/tax-code.contract.ts'
import { type SchoolProfile, schools, schoolVersions, type TillPolicy } from './school.table.ts'
import { privacyOf } from './texts/privacy.ts'
import { termsOf } from './texts/terms.ts'

/** Row of a new school: who it is and how it is set up. */
export type SchoolRow = typeof schools.$inferInsert

/** Writes what one domain gives each new school, in the transaction that creates it. */
export type StartStep = (tx: Tx, school: SchoolRow) => Promise<void>

/** Version of all rows that are written with the school; its counter goes on from here. */
export const firstVersion = 1

/**
 * Creates a school and what each step gives it. The transaction must be that of the new school's id.
 * @returns false when the code or the id is taken; then nothing is written.
 */
export async function createSchool(tx: Tx, row: SchoolRow, steps: readonly StartStep[]): Promise<boolean> {
  const added = await tx.insert(schools).values(row).onConflictDoNothing().returning({ code: schools.code })
  if (added.length === 0) return false
  await tx.insert(schoolVersions).values({ schoolId: row.schoolId, version: firstVersion })
  for (const step of steps) await step(tx, row)
  return true
}

/** Minutes after local midnight at which a business day begins, unless the school sets another. */
const usualCutover = 4 * 60

/** What a new school takes over from another one, which lends its settings and texts. */
export type TemplateRow = Pick<SchoolRow, 'name' | 'currency' | 'cutoverMinute' | 'profile' | 'tillPolicy'>

interface RowSource {
  schoolId: string
  now: Instant
  template?: TemplateRow | undefined
}

/**
 * Returns the row of a school with its country's defaults, ready texts, and the product's own look; with a template its look,
 * texts, admission periods and till settings in their place.
 */
export function newSchoolRow(school: NewSchool, { schoolId, now, template }: RowSource): SchoolRow {
  const { code, name, currency, timeZone, language } = school
  return {
    schoolId,
    code,
    name,
    currency,
    timeZone,
    language,
    cutoverMinute: template?.cutoverMinute ?? usualCutover,
    logoSvg: '',
    profile: template ? profileFrom(template, school) : startProfile(school),
    tillPolicy: template ? tillPolicyFrom(template, school) : startTillPolicy(school),
    createdAt: now,
  }
}

const startProfile = ({ name, country, ...school }: NewSchool): SchoolProfile => ({
  website: '',
  lmsUrl: '',
  swiperText: [{ en: `Welcome to ${name.en}.`, ar: `أهلًا بكم في ${name.ar}.` }],
  dates: [],
  homePage: 'P',
  conditionalScreens: null,
  theme: { themeColor: 'teal', brand: '#0f766e', primaryColorLevel: 600, mode: 'light' },
  terms: termsOf(name),
  privacy: privacyOf(name),
  country,
  ...placesOf({ ...school, country }),
})

/** The grades and the regulator that were chosen; what was not chosen follows from the country. */
function placesOf({
  country,
  grades: system,
  regulator: chosen,
}: Pick<NewSchool, 'country' | 'grades' | 'regulator'>): Partial<SchoolProfile> {
  const regulator = [...countryDefaults(country).regulators, 'none' as const].find((each) => each === chosen)
  const grades = startGrades(system)
  return { ...(grades && { grades, ages: usualAges }), ...(regulator && { regulator }) }
}

/** A school's own name, country and regulator take the place of the template's in all texts; its forms name the template's grades; website and contact are each school's own. */
function profileFrom({ name, profile }: TemplateRow, school: NewSchool): SchoolProfile {
  const rename = (text: Bilingual): Bilingual => ({
    en: text.en.replaceAll(name.en, school.name.en),
    ar: text.ar.replaceAll(name.ar, school.name.ar),
  })
  const { lmsUrl, swiperText, dates, homePage, conditionalScreens, theme, terms, privacy, grades, ages } = profile
  return {
    website: '',
    lmsUrl,
    swiperText: swiperText.map(rename),
    dates,
    homePage,
    conditionalScreens,
    theme,
    terms: rename(terms),
    privacy: rename(privacy),
    country: school.country,
    ...placesOf({ country: school.country, regulator: school.regulator }),
    ...(grades && { grades }),
    ...(ages && { ages }),
  }
}

/** Amounts are the template's only in the same currency: 25 dirhams are no 25 fils. */
const tillPolicyFrom = ({ currency, tillPolicy }: TemplateRow, school: NewSchool): TillPolicy => ({
  ...startTillPolicy(school),
  taxCodes: tillPolicy.taxCodes,
  receiptFooter: tillPolicy.receiptFooter,
  ...(currency === school.currency && {
    cashIncrement: tillPolicy.cashIncrement,
    offlineAllowance: tillPolicy.offlineAllowance,
  }),
})

const startTillPolicy = ({ name, country, currency }: NewSchool): TillPolicy => ({
  taxCodes: startTaxCodes(country),
  ...startTillAmounts(currency),
  priceListVersion: 1,
  receiptHeader: name,
  receiptFooter: { en: 'Thank you. Enjoy your meal!', ar: 'شكرًا لكم، وبالهناء والشفاء!' },
})

/** Returns the amounts in a till policy that depend on the currency. */
function startTillAmounts(currency: Currency): Pick<TillPolicy, 'cashIncrement' | 'offlineAllowance'> {
  const { cashIncrement, offlineAllowance } = defaultTillAmounts(currency)
  return { cashIncrement, offlineAllowance: minor(offlineAllowance) }
}

/** Without tax, and with the country's standard rate where it has one; prices contain it. */
function startTaxCodes(country: string): TaxCode[] {
  const { taxPpm } = countryDefaults(country)
  const percent = taxPpm / 10_000
  const none: TaxCode = { code: 'Z0', name: { en: 'No tax', ar: 'بلا ضريبة' }, ratePpm: 0, included: true }
  if (taxPpm === 0) return [none]
  const name = { en: `VAT ${percent} %`, ar: `ضريبة القيمة المضافة ${percent}%` }
  return [none, { code: `S${percent}`, name, ratePpm: taxPpm, included: true }]
}
