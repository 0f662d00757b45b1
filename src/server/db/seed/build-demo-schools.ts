import type { SchoolProfile, TillPolicy } from '#server/features/school/school.table.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { type Day, dayMs, toInstant } from '#shared/kernel/time.ts'
import { demoSchoolGradeRules } from '#shared/school/grade-rule-packs.ts'
import { schoolYearOf } from '#shared/school/school-year.rules.ts'
import type { TaxCode } from '#shared/school/tax-code.contract.ts'
import { buildCatalogue } from './build-catalogue.ts'
import { buildPupils } from './build-pupils.ts'
import { buildStudents } from './build-students.ts'
import { createDemoRandom, type DemoRandom } from './demo-random.ts'
import type { DemoPupil, DemoSchool, DemoSite, DemoStaff, DemoTill, DemoTopUp } from './demo-types.ts'
import { defaultForms } from '#server/features/forms/defaults/default-forms.ts'
import type { DemoTaxRule } from './menu/menu.ts'
import { alnoor } from './schools/alnoor.ts'
import { manara } from './schools/manara.ts'
import type { SchoolPlan } from './schools/school-plan.ts'
import { privacyOf } from '#server/features/school/texts/privacy.ts'
import { termsOf } from '#server/features/school/texts/terms.ts'

/** Demo values that exercise the tax arithmetic; neither country is claimed to tax food like this. */
const taxCodes: (TaxCode & { code: DemoTaxRule })[] = [
  { code: 'Z0', name: { en: 'Zero-rated (demo)', ar: 'خاضع لنسبة الصفر (تجريبي)' }, ratePpm: 0, included: true },
  { code: 'S5', name: { en: 'Tax 5 % (demo)', ar: 'ضريبة 5% (تجريبية)' }, ratePpm: 50_000, included: true },
]

/** What the school shows to anybody; admission periods lead to the school year after this one. */
function buildProfile(plan: SchoolPlan, schoolYear: number): SchoolProfile {
  const { website, lmsUrl, swiperText, theme, conditionalScreens } = plan
  return {
    website,
    lmsUrl,
    swiperText,
    theme,
    conditionalScreens,
    dates: admissionPeriods(schoolYear),
    homePage: 'P',
    terms: termsOf(plan.name, `office@${plan.mailDomain}`),
    privacy: privacyOf(plan.name, `privacy@${plan.mailDomain}`),
    contact: { email: `admissions@${plan.mailDomain}`, phone: plan.phone },
  }
}

/** A period for every day of the year: a school to be tried out always takes applications. */
function admissionPeriods(schoolYear: number): SchoolProfile['dates'] {
  const next = schoolYear + 1
  const period = (startsOn: string, endsOn: string, label: Bilingual) => ({ startsOn, endsOn, label })
  return [
    period(`${schoolYear}-08-01`, `${next}-02-14`, {
      en: `First round for ${next}/${next + 1}`,
      ar: `الجولة الأولى للعام الدراسي ${next}/${next + 1}`,
    }),
    period(`${next}-02-15`, `${next}-05-14`, {
      en: `Second round for ${next}/${next + 1}`,
      ar: `الجولة الثانية للعام الدراسي ${next}/${next + 1}`,
    }),
    period(`${next}-05-15`, `${next}-09-30`, { en: 'Remaining seats', ar: 'المقاعد المتبقية' }),
  ]
}

/** How the school's tills round, tax and sign their receipts. */
function buildTillPolicy(plan: SchoolPlan): TillPolicy {
  return {
    taxCodes,
    cashIncrement: plan.cashIncrement,
    priceListVersion: 1,
    offlineAllowance: minor(plan.accounts.offlineAllowance),
    receiptHeader: { en: `${plan.name.en}\n${plan.address.en}`, ar: `${plan.name.ar}\n${plan.address.ar}` },
    receiptFooter: { en: 'Thank you. Enjoy your meal!', ar: 'شكرًا لكم، وبالهناء والشفاء!' },
  }
}

/** The seed of the schools that a first start makes, so that guides and tests can name its people. */
export const demoSeed = 2026

const plans = [alnoor, manara]

/** Ids are older than any installation, and those of one school lie apart from the other's. */
const firstIdMs = Date.UTC(2026, 0, 1)
const idSpanMs = 3_600_000

/**
 * Two schools as plain data, the same for the same seed. `asOf` moves only what depends on the calendar: birth and
 * admission dates and the instants of the top-ups, which lie in the weeks before it.
 */
export function buildDemoSchools(seed: number, asOf: Day = '2026-11-01'): DemoSchool[] {
  return plans.map((plan, index) =>
    buildSchool(plan, randomOf(seed, index), randomOf(seed, index + plans.length), asOf),
  )
}

const randomOf = (seed: number, index: number) => createDemoRandom(seed + index, firstIdMs + index * idSpanMs)

/** What came later is drawn apart (`later`), so that everybody before keeps their name and number. */
function buildSchool(plan: SchoolPlan, random: DemoRandom, later: DemoRandom, asOf: Day): DemoSchool {
  const schoolYear = schoolYearOf(asOf)
  const id = random.id()
  const sites = plan.sites.map((site): DemoSite => ({ id: random.id(), ...site }))
  const tills = buildTills(plan, sites, random)
  const buildPerson = (person: SchoolPlan['staff'][number]) =>
    buildStaff(plan, person, person.role === 'auditor' || person.role === 'hr' ? later : random)
  const staff = plan.staff.filter(({ role }) => role !== 'hr').map(buildPerson)
  const catalogue = buildCatalogue(plan, random)
  const pupils = buildPupils(plan, schoolYear, random)
  const students = buildStudents(plan.students, { plan, staff, entryYear: schoolYear + 1, asOf, random: later })
  return {
    id,
    code: plan.code,
    name: plan.name,
    currency: plan.currency,
    timeZone: plan.timeZone,
    cutoverMinute: 4 * 60,
    language: plan.language,
    logoSvg: plan.logoSvg,
    rules: plan.rules,
    stocked: plan.stocked,
    profile: buildProfile(plan, schoolYear),
    tillPolicy: buildTillPolicy(plan),
    sites,
    tills,
    staff: [...staff, ...plan.staff.filter(({ role }) => role === 'hr').map(buildPerson)],
    catalogue,
    pupils,
    topUps: buildTopUps(plan, pupils, asOf, random),
    forms: defaultForms({ firstYear: schoolYear + 1, ages: agesOf(plan.code) }),
    students,
  }
}

/** Each demo school has made its own rule; the regulators of their countries are not known to us. */
function agesOf(code: string): FormDefinition['ages'] {
  const rules = Object.entries(demoSchoolGradeRules).find(([school]) => school === code)?.[1]
  const [first] = rules ?? []
  return rules && first && { country: first.country, intake: first.intake, rules: [...rules] }
}

function buildTills(plan: SchoolPlan, sites: DemoSite[], random: DemoRandom): DemoTill[] {
  return plan.tills.map(({ site, code, kind, name }) => {
    const siteId = sites.find((known) => known.code === site)?.id
    if (!siteId) throw new Error(`till ${code} stands at an unknown site ${site}`)
    return { id: random.id(), siteId, code, kind, name }
  })
}

function buildStaff(plan: SchoolPlan, person: SchoolPlan['staff'][number], random: DemoRandom): DemoStaff {
  return {
    ...person,
    id: random.id() as UserId,
    email: `${person.userName}@${plan.mailDomain}`,
    password: `gate-${person.userName}-demo`,
  }
}

/** Four accounts in five have money; noon in the Gulf is 09:00 UTC. */
function buildTopUps(plan: SchoolPlan, pupils: DemoPupil[], asOf: Day, random: DemoRandom): DemoTopUp[] {
  const noonMs = Date.parse(`${asOf}T09:00:00Z`)
  const paying = pupils.filter(() => random.chance(0.8))
  return paying.map((pupil) => ({
    id: random.id(),
    customerId: pupil.id,
    amount: minor(random.pick(plan.accounts.topUps)),
    sourceId: random.id(),
    effectiveAt: toInstant(noonMs - random.between(1, 40) * dayMs),
  }))
}
