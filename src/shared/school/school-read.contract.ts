// chunk: contract
import type { z } from 'zod'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { SchoolCode } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { SchoolContact, SchoolTheme, schoolDetails } from './school.contract.ts'

/*
 * Apart from the schemas of school.ts, and types only from there: the first screen of all reads a school's details, and
 * must not wait for zod.
 */

type Wire = z.infer<typeof schoolDetails.reply>['result']

export type ConditionalScreens = Wire['authPage'][number]

export interface SchoolDetails {
  code: SchoolCode
  name: Bilingual
  website: string
  logo: string
  lmsUrl: string
  swiperText: Bilingual[]
  /** Admission periods as local days, earliest start first. */
  dates: { startsOn: string; endsOn: string; label: Bilingual }[]
  /** Where the home route leads: sign-up, sign-in, or the school's own page at `/`. */
  homePage: '/sign-up' | '/sign-in' | '/'
  conditionalScreens: ConditionalScreens | null
  currency: Currency
  timeZone: string
  language: Language
  languages?: Language[] | undefined
  domain?: string | undefined
  theme: SchoolTheme
  terms: Bilingual
  privacy: Bilingual
  captchaSiteKey?: string | undefined
  contact?: SchoolContact | undefined
  page?: { title: Bilingual; text: Bilingual } | undefined
  enquiryUrl?: string | undefined
  grades?: { code: string; name: Bilingual }[] | undefined
  statusLabels?: { status: string; label: Bilingual }[] | undefined
  letters?: string[] | undefined
  years?: { startsOn: string; endsOn: string }[] | undefined
}

const homePages: Readonly<Record<string, SchoolDetails['homePage']>> = { Y: '/sign-up', P: '/' }

/** Wire names to names that explain themselves; first items as the specification says. */
export function readSchoolDetails(reply: { result: Wire }): SchoolDetails | undefined {
  const { schoolNameLogo, schoolDates, homePage, authPage, swiperText, settings } = reply.result
  const school = schoolNameLogo[0]
  if (!school) return undefined
  return {
    code: school.school_code,
    name: { en: school.school_name, ar: school.school_name_ar },
    website: school.website,
    logo: school.logo,
    lmsUrl: school.lms_url,
    swiperText,
    dates: schoolDates.map((d) => ({ startsOn: d.admission_start_from, endsOn: d.admission_end, label: d.label })),
    homePage: homePages[homePage[0]?.sims_appl_form_field_value2 ?? ''] ?? '/sign-in',
    conditionalScreens: authPage[0] ?? null,
    ...settings,
  }
}
