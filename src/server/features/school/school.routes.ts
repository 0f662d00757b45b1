import type { z } from 'zod'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { Language } from '#shared/kernel/fields.ts'
import { demoSchools, removeDemoSchools } from '#shared/school/demo-schools.contract.ts'
import { publicInfo, schoolDetails, schoolList } from '#shared/school/school.contract.ts'
import { schoolHost } from '#shared/school/school-address.rules.ts'
import { type DemoNeeds, removableDemoSchools, removeAllDemoSchools } from './demo-schools.service.ts'
import { listSchools, readSchool } from './school.service.ts'
import type { schools } from './school.table.ts'

type Row = typeof schools.$inferSelect
type Details = z.input<typeof schoolDetails.reply>['result']
type Listed = z.input<typeof schoolList.reply>['result'][number]

/** Returns the logo's address by the school's code, so that it works on every host; a new logo has another path, so that it is shown at once. */
function logoPath({ code, profile }: Pick<Row, 'code' | 'profile'>, assetsUrl: string | undefined): string {
  const version = profile.settings?.logo?.version
  return `${assetsUrl ?? ''}/branding/${code}/logo.svg${version === undefined ? '' : `?v=${version}`}`
}

/** Returns a school's public details, under the names of the specification. */
function schoolDetailsView(row: Row, captchaSiteKey: string | undefined, assetsUrl?: string): Details {
  const { code, name, profile, currency, timeZone, language, logoSvg } = row
  const { website, lmsUrl, swiperText, dates, homePage, conditionalScreens, theme, terms, privacy, contact, page } =
    profile
  const { grades, years, statusLabels, letters, languages, captcha = 'outside', enquiryUrl } = profile
  const logo = logoSvg === '' ? '' : logoPath({ code, profile }, assetsUrl)
  return {
    schoolNameLogo: [
      { school_code: code, school_name: name.en, school_name_ar: name.ar, website, logo, lms_url: lmsUrl },
    ],
    swiperText,
    schoolDates: dates.map(({ startsOn, endsOn, label }) => ({
      admission_start_from: startsOn,
      admission_end: endsOn,
      label,
    })),
    homePage: [{ sims_appl_form_field_value2: homePage }],
    authPage: conditionalScreens ? [conditionalScreens] : [],
    settings: {
      currency,
      timeZone,
      language,
      theme,
      terms,
      privacy,
      ...(languages ? { languages } : {}),
      ...(row.domain ? { domain: row.domain } : {}),
      ...(captchaSiteKey && captcha === 'outside' ? { captchaSiteKey } : {}),
      ...(contact ? { contact } : {}),
      ...(page ? { page } : {}),
      ...(enquiryUrl ? { enquiryUrl } : {}),
      ...(grades ? { grades: grades.map(({ code, name: gradeName }) => ({ code, name: gradeName })) } : {}),
      ...(statusLabels?.length ? { statusLabels } : {}),
      ...(letters ? { letters: letters.own } : {}),
      ...(years ? { years: years.map(({ startsOn, endsOn }) => ({ startsOn, endsOn })) } : {}),
    },
  }
}

/** Returns the public fields one by one: a new field of the profile is not published by itself. */
function publicInfoView(row: Row, assetsUrl?: string): z.input<typeof publicInfo.reply>['result'] {
  const { code, name, profile, timeZone, language, logoSvg } = row
  return {
    code,
    name,
    website: profile.website,
    logo: logoSvg === '' ? '' : logoPath({ code, profile }, assetsUrl),
    language,
    languages: profile.languages ?? [...Language.options],
    timeZone,
    dates: profile.dates,
    contact: profile.contact ?? null,
  }
}

const listedSchool = ({ code, name, profile }: Pick<Row, 'code' | 'name' | 'profile'>, assetsUrl?: string): Listed => ({
  code,
  name,
  logo: logoPath({ code, profile }, assetsUrl),
  brand: profile.theme.brand,
})

export const schoolRoutes =
  (needs: DemoNeeds): Feature =>
  () => [
    route.open(schoolDetails, async (ctx) => {
      const school = await ctx.tenant((tx) => readSchool(tx, ctx.school.schoolId))
      // Where trials are made the browser keeps which school was chosen for this host, as for a school's own domain.
      const domain = ctx.testHost ?? school.domain
      return {
        result: schoolDetailsView({ ...school, domain }, ctx.deps.captcha?.siteKey, ctx.deps.settings.assetsUrl),
      }
    }),
    route.open(publicInfo, async (ctx) => {
      const school = await ctx.tenant((tx) => readSchool(tx, ctx.school.schoolId))
      return { result: publicInfoView(school, ctx.deps.settings.assetsUrl) }
    }),
    route.session(demoSchools, async (ctx) => {
      requirePermission(ctx.session, 'people.manage')
      return { codes: await removableDemoSchools(ctx, needs) }
    }),
    route.session(removeDemoSchools, async (ctx) => {
      requirePermission(ctx.session, 'people.manage')
      return { removed: await removeAllDemoSchools(ctx, needs) }
    }),
    route.common(schoolList, async ({ deps, testHost }) => {
      const schools = await listSchools(deps.db)
      const { mode, publicUrl, hosts, assetsUrl } = deps.settings
      const result = schools.map((school) => ({
        ...listedSchool(school, assetsUrl),
        host: schoolHost(school.code, hosts),
      }))
      return { result, byHost: mode === 'production' && testHost === undefined, publicUrl: publicUrl ?? null }
    }),
  ]
