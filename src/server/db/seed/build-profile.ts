import type { SchoolProfile, TillPolicy } from '#server/features/school/school.table.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { minor } from '#shared/kernel/money.ts'
import type { TaxCode } from '#shared/school/tax-code.contract.ts'
import type { DemoTaxRule } from './menu/menu.ts'
import type { SchoolPlan } from './schools/school-plan.ts'
import { privacyOf } from './texts/privacy.ts'
import { termsOf } from './texts/terms.ts'

/** Demo values that exercise the tax arithmetic; neither country is claimed to tax food like this. */
const taxCodes: (TaxCode & { code: DemoTaxRule })[] = [
  { code: 'Z0', name: { en: 'Zero-rated (demo)', ar: 'خاضع لنسبة الصفر (تجريبي)' }, ratePpm: 0, included: true },
  { code: 'S5', name: { en: 'Tax 5 % (demo)', ar: 'ضريبة 5% (تجريبية)' }, ratePpm: 50_000, included: true },
]

/** What the school shows to anybody; admission periods lead to the school year after this one. */
export function buildProfile(plan: SchoolPlan, schoolYear: number): SchoolProfile {
  const { website, lmsUrl, swiperText, theme, conditionalScreens } = plan
  return {
    website,
    lmsUrl,
    swiperText,
    theme,
    conditionalScreens,
    dates: admissionPeriods(schoolYear),
    homePage: 'N',
    terms: termsOf(plan.name, plan.mailDomain),
    privacy: privacyOf(plan.name, plan.mailDomain),
    contact: { email: `admissions@${plan.mailDomain}`, phone: plan.phone },
  }
}

function admissionPeriods(schoolYear: number): SchoolProfile['dates'] {
  const next = schoolYear + 1
  const period = (startsOn: string, endsOn: string, label: Bilingual) => ({ startsOn, endsOn, label })
  return [
    period(`${schoolYear}-10-01`, `${next}-01-31`, {
      en: `First round for ${next}/${next + 1}`,
      ar: `الجولة الأولى للعام الدراسي ${next}/${next + 1}`,
    }),
    period(`${next}-02-15`, `${next}-04-30`, {
      en: `Second round for ${next}/${next + 1}`,
      ar: `الجولة الثانية للعام الدراسي ${next}/${next + 1}`,
    }),
    period(`${next}-05-15`, `${next}-08-15`, { en: 'Remaining seats', ar: 'المقاعد المتبقية' }),
  ]
}

/** How the school's tills round, tax and sign their receipts. */
export function buildTillPolicy(plan: SchoolPlan): TillPolicy {
  return {
    taxCodes,
    cashIncrement: plan.cashIncrement,
    priceListVersion: 1,
    offlineAllowance: minor(plan.accounts.offlineAllowance),
    receiptHeader: { en: `${plan.name.en}\n${plan.address.en}`, ar: `${plan.name.ar}\n${plan.address.ar}` },
    receiptFooter: { en: 'Thank you. Enjoy your meal!', ar: 'شكرًا لكم، وبالهناء والشفاء!' },
  }
}
