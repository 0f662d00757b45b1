import { Language } from '#shared/kernel/fields.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import { ownLettersOf } from '#shared/school/own-letters.rules.ts'
import { defaultGrades, usualAges } from '#shared/school/school-grades.rules.ts'
import { officeForms, usualRouting } from '#shared/school/office-forms.rules.ts'
import type { SettingsGroup, SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import type { Landing } from '#shared/school/settings/settings-values.contract.ts'
import { schoolDaysOf } from '../school.service.ts'
import { regulatorOf } from '../school-grades.service.ts'
import type { SchoolProfile, schools } from '../school.table.ts'

type FormRoutingDraft = SettingsValues<'officeForms'>['routing']
type Row = typeof schools.$inferSelect
type Columns = Partial<Omit<Row, 'schoolId' | 'code' | 'createdAt'>>

interface Group<G extends SettingsGroup> {
  /** Returns the values as they stand in the school's row. */
  read: (row: Row) => SettingsValues<G>
  /** Returns the columns that change with these values. */
  write: (row: Row, values: SettingsValues<G>) => Columns
}

const languagesOf = ({ languages = [...Language.options] }: SchoolProfile): Language[] => languages
const noLetters = { signatories: [], signedBy: [] }
const noContact = { email: '', phone: '' }

const inProfile = (row: Row, more: Partial<SchoolProfile>): Columns => ({ profile: { ...row.profile, ...more } })

const frameOf = ({ controlSize = 'md', navMode = 'light', cardBordered = false, layout }: SchoolProfile['theme']) => ({
  controlSize,
  navMode,
  cardBordered,
  sideNavCollapse: layout?.sideNavCollapse ?? true,
})

/** In the order in which the first flag decides. */
const screens = ['without_auth', 'login', 'otp', 'signUp'] as const

/** Returns where the conditional screens lead: the first flag set to Y decides. */
const landingOf = ({ conditionalScreens }: SchoolProfile): Landing =>
  screens.find((screen) => conditionalScreens?.[screen] === 'Y') ?? 'none'

const screensOf = (landing: Landing): SchoolProfile['conditionalScreens'] => {
  const flag = (screen: Landing) => (screen === landing ? 'Y' : 'N')
  return {
    without_auth: flag('without_auth'),
    login: flag('login'),
    otp: flag('otp'),
    signUp: flag('signUp'),
  }
}

const noPage = { title: { en: '', ar: '' }, text: { en: '', ar: '' } }

/** Where each group of settings stands in the row of a school. */
export const groups: { [G in SettingsGroup]: Group<G> } = {
  names: {
    read: ({ name, profile: { website, lmsUrl, enquiryUrl = '', contact = noContact } }) => ({
      name,
      website,
      lmsUrl,
      enquiryUrl,
      contact,
    }),
    write: (row, { name, enquiryUrl = row.profile.enquiryUrl ?? '', ...profile }) => ({
      name,
      ...inProfile(row, { ...profile, enquiryUrl }),
    }),
  },
  look: {
    read: ({ profile: { theme, icon = 'initial' } }) => ({
      brand: theme.brand,
      mode: theme.mode,
      icon,
      frame: frameOf(theme),
    }),
    write: (row, { icon, frame = frameOf(row.profile.theme), ...theme }) => {
      const { sideNavCollapse, ...rest } = frame
      return inProfile(row, {
        icon,
        theme: { ...row.profile.theme, ...theme, ...rest, layout: { sideNavCollapse } },
      })
    },
  },
  texts: {
    read: ({ profile: { swiperText, terms, privacy, page = noPage } }) => ({ swiperText, terms, privacy, page }),
    write: (row, { page = row.profile.page ?? noPage, ...profile }) => inProfile(row, { ...profile, page }),
  },
  admission: {
    read: ({ profile }) => ({ dates: profile.dates, homePage: profile.homePage, landing: landingOf(profile) }),
    write: (row, { landing, ...profile }) => inProfile(row, { ...profile, conditionalScreens: screensOf(landing) }),
  },
  grades: {
    read: ({ currency, profile: { grades, ages = usualAges, country = homeCountry(currency) } }) => ({
      grades: grades ?? defaultGrades(country),
      ...ages,
    }),
    // Until somebody changes them, the ages of the forms count.
    write: (row, { grades, ...ages }) => {
      const isChanged = canonicalJson(ages) !== canonicalJson(row.profile.ages ?? usualAges)
      return inProfile(row, isChanged ? { grades, ages } : { grades })
    },
  },
  years: {
    read: ({ profile }) => ({ years: profile.years ?? [] }),
    write: inProfile,
  },
  regulator: {
    read: ({ currency, profile }) => ({ regulator: regulatorOf({ currency, profile }) }),
    write: inProfile,
  },
  statuses: {
    read: ({ profile }) => ({ labels: profile.statusLabels ?? [] }),
    write: (row, { labels }) => inProfile(row, { statusLabels: labels }),
  },
  letters: {
    read: ({ code, profile }) => profile.letters ?? { ...noLetters, own: ownLettersOf(code) },
    write: (row, letters) => inProfile(row, { letters }),
  },
  connections: {
    read: ({ profile: { listingUrl = '', captcha = 'outside' } }) => ({ listingUrl, captcha }),
    write: (row, { captcha = row.profile.captcha ?? 'outside', ...profile }) => inProfile(row, { ...profile, captcha }),
  },
  calendar: {
    read: ({ timeZone, cutoverMinute, language, profile }) => ({
      timeZone,
      cutoverMinute,
      language,
      languages: languagesOf(profile),
    }),
    // In the order of the product, whatever order they were sent in.
    write: (row, { languages = languagesOf(row.profile), ...columns }) => ({
      ...columns,
      ...inProfile(row, { languages: Language.options.filter((each) => languages.includes(each)) }),
    }),
  },
  address: {
    read: ({ domain, isDomainInLinks }) => ({ domain: domain ?? '', isInLinks: isDomainInLinks }),
    write: (_row, { domain, isInLinks }) => ({ domain: domain || null, isDomainInLinks: isInLinks }),
  },
  days: { read: schoolDaysOf, write: inProfile },
  tills: {
    read: ({ currency, tillPolicy: { priceListVersion: _version, ...policy } }) => ({ currency, ...policy }),
    write: (
      { tillPolicy },
      {
        currency,
        approvalAbove = tillPolicy.approvalAbove ?? null,
        cashTolerance = tillPolicy.cashTolerance,
        topUps = tillPolicy.topUps,
        ...policy
      },
    ) => ({
      currency,
      tillPolicy: {
        ...policy,
        // An older screen says nothing of it.
        ...(cashTolerance !== undefined && { cashTolerance }),
        ...(topUps !== undefined && { topUps }),
        approvalAbove,
        priceListVersion: tillPolicy.priceListVersion + (taxDiffers(tillPolicy, policy) ? 1 : 0),
      },
    }),
  },
  officeForms: {
    read: ({ profile: { formRouting = usualRouting } }) => ({
      routing: Object.fromEntries(officeForms.map((form) => [form, [...formRouting[form]]])) as FormRoutingDraft,
    }),
    write: (row, { routing }) => inProfile(row, { formRouting: routing }),
  },
}

/** Other taxes are another price list: sales that a till makes offline with the former one are looked at, not refused. */
const taxDiffers = (one: Pick<Row['tillPolicy'], 'taxCodes'>, other: typeof one): boolean =>
  canonicalJson({ codes: one.taxCodes }) !== canonicalJson({ codes: other.taxCodes })
