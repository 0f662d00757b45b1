import type { Tx } from '#server/kernel/db.ts'
import { type Currency, minor } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { countryDefaults, defaultTillAmounts } from '#shared/school/country-defaults.rules.ts'
import type { NewSchool } from '#shared/school/new-school.contract.ts'
import type { TaxCode } from '#shared/school/tax-code.contract.ts'
import { type SchoolProfile, type TillPolicy, schools, schoolVersions } from './school.table.ts'
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

/** Returns the row of a school with its country's defaults, ready texts, and the product's own look. */
export function newSchoolRow(school: NewSchool, { schoolId, now }: { schoolId: string; now: Instant }): SchoolRow {
  const { code, name, currency, timeZone, language } = school
  return {
    schoolId,
    code,
    name,
    currency,
    timeZone,
    language,
    cutoverMinute: usualCutover,
    logoSvg: '',
    profile: startProfile(school),
    tillPolicy: startTillPolicy(school),
    createdAt: now,
  }
}

const startProfile = ({ name, country }: NewSchool): SchoolProfile => ({
  website: '',
  lmsUrl: '',
  swiperText: [{ en: `Welcome to ${name.en}.`, ar: `أهلًا بكم في ${name.ar}.` }],
  dates: [],
  homePage: 'N',
  conditionalScreens: null,
  theme: { themeColor: 'teal', brand: '#0f766e', primaryColorLevel: 600, mode: 'light' },
  terms: termsOf(name),
  privacy: privacyOf(name),
  country,
})

const startTillPolicy = ({ name, country, currency }: NewSchool): TillPolicy => ({
  taxCodes: startTaxCodes(country),
  ...startTillAmounts(currency),
  priceListVersion: 1,
  receiptHeader: name,
  receiptFooter: { en: 'Thank you. Enjoy your meal!', ar: 'شكرًا لكم، وبالهناء والشفاء!' },
})

/** Returns the amounts in a till policy that depend on the currency. */
export function startTillAmounts(currency: Currency): Pick<TillPolicy, 'cashIncrement' | 'offlineAllowance'> {
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
