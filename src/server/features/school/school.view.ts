import type { z } from 'zod'
import { Language } from '#shared/kernel/fields.ts'
import { type publicInfo, type schoolDetails, type schoolList } from '#shared/school/school.contract.ts'
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
export function schoolDetailsView(row: Row, captchaSiteKey: string | undefined, assetsUrl?: string): Details {
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
export function publicInfoView(row: Row, assetsUrl?: string): z.input<typeof publicInfo.reply>['result'] {
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

export const listedSchool = (
  { code, name, profile }: Pick<Row, 'code' | 'name' | 'profile'>,
  assetsUrl?: string,
): Listed => ({
  code,
  name,
  logo: logoPath({ code, profile }, assetsUrl),
  brand: profile.theme.brand,
})
