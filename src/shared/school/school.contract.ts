// chunk: contract
import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency, Language, SchoolCode } from '#shared/kernel/fields.ts'

/** What a school may set of the look; the defaults are the product's (`themeDefaults`). */
export const SchoolTheme = z.object({
  themeColor: z.string(),
  /** The brand colour as `#rrggbb`; ten shades are mixed from it. */
  brand: z.string().regex(/^#[0-9a-f]{6}$/i),
  primaryColorLevel: z.int().min(0).max(900),
  mode: z.enum(['light', 'dark']),
  /** How the frame looks to people who have chosen nothing; the product's defaults where absent. */
  controlSize: z.enum(['xs', 'sm', 'md', 'lg']).optional(),
  navMode: z.enum(['light', 'transparent']).optional(),
  cardBordered: z.boolean().optional(),
  layout: z.object({ sideNavCollapse: z.boolean() }).optional(),
})
export type SchoolTheme = z.infer<typeof SchoolTheme>

/** Where people ask; empty what the school does not give. */
export const SchoolContact = z.object({ email: z.string(), phone: z.string() })
export type SchoolContact = z.infer<typeof SchoolContact>

const flag = z.string().nullable()

/** The school's details as the wire names them; mapped once to our own names by `readSchoolDetails`. */
const SchoolDetailsWire = z.object({
  schoolNameLogo: z.array(
    z.object({
      school_code: SchoolCode,
      school_name: z.string(),
      school_name_ar: z.string(),
      website: z.string(),
      /** An SVG or image address on our own origin. */
      logo: z.string(),
      lms_url: z.string(),
    }),
  ),
  swiperText: z.array(Bilingual),
  schoolDates: z.array(z.object({ admission_start_from: z.iso.date(), admission_end: z.iso.date(), label: Bilingual })),
  homePage: z.array(z.object({ sims_appl_form_field_value2: z.string() })),
  authPage: z.array(z.object({ without_auth: flag, login: flag, otp: flag, signUp: flag })),
  settings: z.object({
    currency: Currency,
    timeZone: z.string(),
    language: Language,
    /** Languages that the school offers; all where absent. */
    languages: z.array(Language).optional(),
    /** Host of the school's own domain, where it has one besides its first label. */
    domain: z.string().optional(),
    theme: SchoolTheme,
    terms: Bilingual,
    privacy: Bilingual,
    /** Of an outside captcha, where one is configured: pages ask for its token before they solve our own challenge. */
    captchaSiteKey: z.string().optional(),
    contact: SchoolContact.optional(),
    /** Heading and text of the school's page, where it has set them; empty what it has not. */
    page: z.object({ title: Bilingual, text: Bilingual }).optional(),
    /** Where enquiries are made, where that is not the school's own form. */
    enquiryUrl: z.string().optional(),
    /** Grades in their order, where the school has set its own. */
    grades: z.array(z.object({ code: z.string(), name: Bilingual })).optional(),
    /** Labels of statuses in place of the usual ones, where the school has set any. */
    statusLabels: z.array(z.object({ status: z.string(), label: Bilingual })).optional(),
    /** Letters of some schools that this one uses, where it has chosen. */
    letters: z.array(z.string()).optional(),
    /** School years, where the school has set them. */
    years: z.array(z.object({ startsOn: z.iso.date(), endsOn: z.iso.date() })).optional(),
  }),
})

export const schoolDetails = endpoint({
  method: 'get',
  path: '/public/school_details',
  audience: 'open',
  body: Nothing,
  reply: z.object({ result: SchoolDetailsWire }),
})

/** What a school says publicly of itself, for other sites and programs: a list of what may leave, and no more. */
export const publicInfo = endpoint({
  method: 'get',
  path: '/public/info',
  audience: 'open',
  body: Nothing,
  reply: z.object({
    result: z.object({
      code: SchoolCode,
      name: Bilingual,
      website: z.string(),
      /** An address on our own origin; empty where there is none. */
      logo: z.string(),
      language: Language,
      languages: z.array(Language),
      timeZone: z.string(),
      /** Admission periods as local days. */
      dates: z.array(z.object({ startsOn: z.iso.date(), endsOn: z.iso.date(), label: Bilingual })),
      contact: SchoolContact.nullable(),
    }),
  }),
})

/**
 * The list of all schools, for a person on a bare host. Names and codes only. With `byHost` a school is reached by its own
 * address alone, below `publicUrl` where that is set, else at its `host`; otherwise the choice is kept in the browser.
 */
export const schoolList = endpoint({
  method: 'get',
  path: '/common/schools',
  audience: 'common',
  body: Nothing,
  reply: z.object({
    result: z.array(
      z.object({
        code: SchoolCode,
        name: Bilingual,
        logo: z.string(),
        brand: z.string(),
        /** Its host by the setting HOSTS; null where that names none. */
        host: z.string().nullable().default(null),
      }),
    ),
    byHost: z.boolean(),
    publicUrl: z.string().nullable(),
  }),
})
