import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Language } from '#shared/kernel/fields.ts'
import { readableBrand } from '../brand.rules.ts'
import { officeForms, officeRoles } from '../office-forms.rules.ts'
import { SchoolContact, SchoolTheme } from '../school.contract.ts'
import { SchoolDays, SchoolDaysInput } from '../school-days.contract.ts'
import {
  Connections,
  ConnectionsInput,
  Letters,
  LettersInput,
  RegulatorSetting,
  Statuses,
  StatusesInput,
} from './label-settings.contract.ts'
import { Grades, GradesInput, Years, YearsInput } from './grade-settings.contract.ts'
import { inBoth, maybeBoth, nameInBoth, text } from './settings-text.contract.ts'
import { Tills, TillsInput } from './till-settings.contract.ts'

/*
 * Values of the groups of settings: as they are read, and what they must be to be saved. What is read has wide types: values written
 * before a bound existed stay readable.
 */

const webPage = z.url({ protocol: /^https?$/, hostname: /\.[^.]/ })
/** A full web address, or empty. */
const WebAddress = text(300).refine((address) => address === '' || webPage.safeParse(address).success)
const Email = text(200).refine((address) => address === '' || z.email().safeParse(address).success)
const Phone = text(40).refine((number) => number === '' || /^\+?[\d\s()-]{5,}$/.test(number))

const Names = z.object({
  name: Bilingual,
  website: z.string(),
  lmsUrl: z.string(),
  /** Where enquiries are made instead of the school's own form. Absent in what an older page sends: then it stays as it is. */
  enquiryUrl: z.string().optional(),
  contact: SchoolContact,
})
const NamesInput = z.object({
  name: nameInBoth(120),
  website: WebAddress,
  lmsUrl: WebAddress,
  enquiryUrl: WebAddress.optional(),
  contact: z.object({ email: Email, phone: Phone }),
})

const Look = z.object({
  brand: z.string(),
  mode: SchoolTheme.shape.mode,
  /** What the icon of the installed app shows: the first letter of the name, or the logo. */
  icon: z.enum(['initial', 'logo']),
  /** How the frame looks to people who have chosen nothing. Absent in what an older page sends: then it stays as it is. */
  frame: z
    .object({
      controlSize: z.enum(['xs', 'sm', 'md', 'lg']),
      navMode: z.enum(['light', 'transparent']),
      cardBordered: z.boolean(),
      sideNavCollapse: z.boolean(),
    })
    .optional(),
})
const LookInput = Look.extend({
  /** White text on it can be read. */
  brand: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .refine((hex) => readableBrand(hex) === hex.toLowerCase() || readableBrand(hex) === hex),
})

/** What the school's page says at `/`; where empty, the school's name and its words of welcome. */
const SchoolPage = z.object({ title: Bilingual, text: Bilingual })
const Texts = z.object({
  swiperText: z.array(Bilingual),
  terms: Bilingual,
  privacy: Bilingual,
  /** Absent in what an older page sends: then it stays as it is. */
  page: SchoolPage.optional(),
})
const TextsInput = z.object({
  swiperText: z.array(inBoth(200)).max(6),
  terms: maybeBoth(20_000),
  privacy: maybeBoth(20_000),
  page: z.object({ title: maybeBoth(120), text: maybeBoth(2000) }).optional(),
})

/** Where people land who are not signed in; `none` is the sign-in page with the way back to what they asked for. */
const Landing = z.enum(['none', 'without_auth', 'login', 'otp', 'signUp'])
export type Landing = z.infer<typeof Landing>
const Admission = z.object({
  dates: z.array(z.object({ startsOn: Day, endsOn: Day, label: Bilingual })),
  /** What `/` shows to visitors: sign-up, sign-in, or the school's page. */
  homePage: z.enum(['Y', 'N', 'P']),
  landing: Landing,
})
const AdmissionInput = Admission.extend({
  dates: z
    .array(
      z
        .object({ startsOn: DayInput, endsOn: DayInput, label: inBoth(120) })
        .refine(({ startsOn, endsOn }) => startsOn <= endsOn, { path: ['endsOn'] }),
    )
    .max(20),
})

const Calendar = z.object({
  timeZone: z.string(),
  cutoverMinute: z.int(),
  language: Language,
  /** Languages that pages offer. Absent in what an older page sends: then it stays as it is. */
  languages: z.array(Language).optional(),
})
const CalendarInput = Calendar.extend({
  timeZone: text(60).refine(isTimeZone),
  /** Until then the night counts as the day before. */
  cutoverMinute: z
    .int()
    .min(0)
    .max(6 * 60),
  languages: z.array(Language).min(1).max(Language.options.length).optional(),
}).refine(({ language, languages }) => languages === undefined || languages.includes(language), {
  path: ['languages'],
})

/** The school's own domain: a host name, or empty for none; and whether mailed links lead there. */
const Address = z.object({ domain: z.string(), isInLinks: z.boolean() })
const AddressInput = Address.extend({
  domain: text(253)
    .toLowerCase()
    .refine(
      (host) => host === '' || /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/.test(host),
    ),
}).refine(({ domain, isInLinks }) => domain !== '' || !isInLinks, { path: ['domain'] })

/** Returns whether the name of a time zone is known here. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const OfficeForms = z.object({ routing: z.record(z.enum(officeForms), z.array(z.enum(officeRoles))) })
const OfficeFormsInput = z.object({
  /** Each is read by somebody. */
  routing: z.record(z.enum(officeForms), z.array(z.enum(officeRoles)).min(1).max(officeRoles.length)),
})

/** The values of each group as they are read. */
export const settingsValues = {
  names: Names,
  look: Look,
  texts: Texts,
  admission: Admission,
  grades: Grades,
  years: Years,
  regulator: RegulatorSetting,
  statuses: Statuses,
  letters: Letters,
  connections: Connections,
  calendar: Calendar,
  address: Address,
  days: SchoolDays,
  tills: Tills,
  officeForms: OfficeForms,
} as const

/** What they must be to be saved. */
export const settingsInputs = {
  names: NamesInput,
  look: LookInput,
  texts: TextsInput,
  admission: AdmissionInput,
  grades: GradesInput,
  years: YearsInput,
  regulator: RegulatorSetting,
  statuses: StatusesInput,
  letters: LettersInput,
  connections: ConnectionsInput,
  calendar: CalendarInput,
  address: AddressInput,
  days: SchoolDaysInput,
  tills: TillsInput,
  officeForms: OfficeFormsInput,
} as const
