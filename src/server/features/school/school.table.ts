import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appDirectory, instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Currency, Minor } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { SchoolDays } from '#shared/school/school-days.contract.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import type { SchoolContact, SchoolTheme } from '#shared/school/school.contract.ts'
import type { ConditionalScreens } from '#shared/school/school-read.contract.ts'
import type { SchoolAges, SchoolGrade } from '#shared/school/school-grades.rules.ts'
import type { SchoolYear } from '#shared/school/settings/grade-settings.contract.ts'
import type { LetterSettings, StatusLabel } from '#shared/school/settings/label-settings.contract.ts'
import type { SettingsGroup } from '#shared/school/settings/school-settings.contract.ts'
import type { FormRouting } from '#shared/school/office-forms.rules.ts'
import type { TaxCode } from '#shared/school/tax-code.contract.ts'
import type { TopUpLimits } from '#shared/school/top-ups/top-up-limits.contract.ts'

/** What has a version of its own. */
export type SettingsPart = SettingsGroup | 'logo'

/** One change of a group of settings; versions count from 1. */
export interface SettingsEdition {
  version: number
  by: UserId
  at: Instant
}

/** Public settings of a school. */
export interface SchoolProfile {
  website: string
  lmsUrl: string
  /** Where enquiries are made; the school's own form where empty or absent. */
  enquiryUrl?: string
  swiperText: Bilingual[]
  dates: { startsOn: string; endsOn: string; label: Bilingual }[]
  /** What `/` shows to visitors: sign-up (`Y`), sign-in (`N`), or the school's page (`P`). */
  homePage: 'Y' | 'N' | 'P'
  conditionalScreens: ConditionalScreens | null
  theme: SchoolTheme
  terms: Bilingual
  privacy: Bilingual
  /** Heading and text of the school's page; its name and words of welcome where empty or absent. */
  page?: { title: Bilingual; text: Bilingual }
  /** Contact for help with links and forms; absent for schools older than this field. */
  contact?: SchoolContact
  /** Last change of each group of settings; absent for groups nobody has changed. */
  settings?: Partial<Record<SettingsPart, SettingsEdition>>
  /** What the icon of the installed app shows; the first letter of the name where absent. */
  icon?: 'initial' | 'logo'
  /** Grades in their order, with the age at which children enter; the usual ones where absent. */
  grades?: SchoolGrade[]
  /** How children are placed by age; as the forms say where absent. */
  ages?: SchoolAges
  /** The regulator whose rules apply; that of the country where absent. */
  regulator?: Regulator
  /** Labels of statuses in place of the usual ones. */
  statusLabels?: StatusLabel[]
  /** Who signs letters, and which letters of some schools this one uses. */
  letters?: LetterSettings
  /** Address of a listing of outside services; empty or absent for none. */
  listingUrl?: string
  /** School years with their terms, in their order. */
  years?: SchoolYear[]
  /** Which roles read office forms; as usual (`usualRouting`) where absent. */
  formRouting?: FormRouting
  /** Languages that pages offer; all where absent. */
  languages?: Language[]
  /** The captcha that pages show; the outside one where absent and the server has one. */
  captcha?: 'own' | 'outside'
  /** ISO 3166 code of the country whose defaults the school began with; absent for schools older than this field. */
  country?: string
  /** Days of the week without school, 0 for Sunday; those of the school's country where absent. */
  weekend?: SchoolDays['weekend']
  /** Days without school besides the weekend; none where absent. */
  holidays?: SchoolDays['holidays']
  /** First steps that somebody has skipped, their pages that somebody has gone through, and whether the list was put away. */
  start?: { skipped: string[]; passed?: string[]; isClosed: boolean }
  /** True for a school that was made to be tried out: nobody in it is real. */
  isDemo?: true
}

/** Till settings of a school. */
export interface TillPolicy {
  taxCodes: TaxCode[]
  cashIncrement: number
  priceListVersion: number
  offlineAllowance: Minor
  /** Above it a second person approves what is moved on accounts at the desk; null or absent: never. */
  approvalAbove?: Minor | null
  /** By how much counted and expected cash may differ without a reason; absent: `usualCashTolerance`. */
  cashTolerance?: Minor
  /** Bounds of top-ups; absent: none. */
  topUps?: TopUpLimits
  receiptHeader: Bilingual
  receiptFooter: Bilingual
}

/** Directory of schools: found by code before any school is known, hence readable for `app_directory`. */
export const schools = pgTable(
  'schools',
  {
    schoolId: uuid('school_id').primaryKey(),
    code: text('code').notNull().unique(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    timeZone: text('time_zone').notNull(),
    cutoverMinute: integer('cutover_minute').notNull().default(0),
    language: text('language').$type<Language>().notNull(),
    /** Host of its own domain, in small letters; null where it has none. */
    domain: text('domain').unique(),
    /** Whether mailed links lead to that domain. */
    isDomainInLinks: boolean('is_domain_in_links').notNull().default(false),
    /** SVG text of the logo, served below /branding. */
    logoSvg: text('logo_svg').notNull(),
    profile: jsonb('profile').$type<SchoolProfile>().notNull(),
    tillPolicy: jsonb('till_policy').$type<TillPolicy>().notNull(),
    /** Id of the server's key by which everything encrypted of the school is; null while nobody has looked. */
    secretsKey: text('secrets_key'),
    createdAt: instant('created_at').notNull(),
  },
  () => [tenantPolicy('schools'), pgPolicy('schools_directory', { for: 'select', to: appDirectory, using: sql`true` })],
)

/** Version counter, one row per school: versioned rows take theirs here, so versions follow commit order. */
export const schoolVersions = pgTable(
  'school_versions',
  { schoolId: schoolId(), version: bigint('version', { mode: 'number' }).notNull().default(0) },
  (t) => [primaryKey({ columns: [t.schoolId] }), tenantPolicy('school_versions')],
)
