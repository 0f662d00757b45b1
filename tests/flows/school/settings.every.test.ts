import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { readRules } from '#server/features/admissions/rules/admission-rules.service.ts'
import { publishForm, servedForm } from '#server/features/forms/form.service.ts'
import { findScope } from '#server/features/forms/submissions/submission-scope.service.ts'
import { paperSchool, schoolValues } from '#server/features/letters/templates/letter-school.service.ts'
import { readTopUpLimits } from '#server/features/school/school.service.ts'
import { isAboveApproval } from '#server/features/pos/money/move-money.service.ts'
import { readSchool, readSchoolDays } from '#server/features/school/school.service.ts'
import { schoolOrigin } from '#server/http/tenant.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { minor } from '#shared/kernel/money.ts'
import { pullSnapshot, SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { publicInfo, schoolDetails } from '#shared/school/school.contract.ts'
import { readSchoolDetails, type SchoolDetails } from '#shared/school/school-read.contract.ts'
import { readOutsideConnections } from '#shared/school/settings/connections.contract.ts'
import { setSchoolLogo } from '#shared/school/settings/school-logo.contract.ts'
import type { SettingsGroup, SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import { settingsValues } from '#shared/school/settings/settings-values.contract.ts'
import {
  makeDevice,
  makeSchool,
  makeTill,
  signedCall,
  type TestDevice,
  type TestSchool,
} from '#tests/support/factories.ts'
import { testForm } from '#tests/support/forms/test-form.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox, send } from '#tests/support/server.ts'
import { setSettings } from './settings-kit.ts'

/*
 * Each field of each group of settings, with a value and who reads it: the list is complete by its type, so that a new setting
 * without a reader does not compile. What each refuses stands in the other tests of this folder.
 */

const both = (text: string) => ({ en: text, ar: `${text} بالعربية` })
const head = { id: '0190a5a5-0000-4000-8000-00000000a0d1', name: both('Dr Huda Saleh'), position: both('Head') }
const domain = 'www.alnoor.example'
const listingUrl = 'https://listing.example/api'
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#123456"/></svg>'

let box: Box
let alnoor: TestSchool
let maha: Caller
let tablet: TestDevice
let deps: Deps

const inSchool = <T>(work: (tx: Tx) => Promise<T>) => box.db.database.tenant(alnoor.schoolId, work)
const details = async (): Promise<SchoolDetails | undefined> =>
  readSchoolDetails(schoolDetails.reply.parse((await call(createApp(deps), { school: 'alnoor' }, schoolDetails)).body))
const file = async (name: string) => (await send(box.app, {}, 'get', `/branding/alnoor/${name}`)).body
const till = async () => {
  const input = { deviceId: tablet.deviceId, installEpoch: '0190a5a5-0000-7000-8000-00000000a001', cursors: {} }
  const { body } = await signedCall(box, { school: 'alnoor' }, tablet, pullSnapshot, input)
  return SnapshotPage.parse(body).settings
}
const schoolDays = () => inSchool((tx) => readSchoolDays(tx, alnoor.schoolId))
const letter = () => inSchool(async (tx) => schoolValues(await paperSchool(tx, alnoor.schoolId), 'rejection'))
const ages = () => inSchool(async (tx) => (await servedForm(tx, alnoor.schoolId, 'try'))?.definition.ages)
const scopeOf = (roles: Role[]) =>
  inSchool((tx) =>
    findScope(tx, { school: alnoor, session: { kind: 'staff', roles } } as unknown as Parameters<typeof findScope>[1]),
  )

interface Reach {
  value: unknown
  /** What the person or machine that uses it has of it then. */
  read: () => Promise<unknown>
  /** What that has to be; the value itself unless said. */
  is?: unknown
  /** Set in the same step, where one alone would be refused. */
  beside?: object
}
type Field<G extends SettingsGroup> = Exclude<keyof SettingsValues<G>, symbol | number>

const reaches: { [G in SettingsGroup]: Record<Field<G>, Reach> } = {
  names: {
    name: { value: both('New name'), read: async () => (await details())?.name },
    website: { value: 'https://www.school.example', read: async () => (await details())?.website },
    lmsUrl: { value: 'https://lms.school.example', read: async () => (await details())?.lmsUrl },
    enquiryUrl: { value: 'https://www.school.example/enquire', read: async () => (await details())?.enquiryUrl },
    contact: {
      value: { email: 'office@school.example', phone: '+974 4400 0000' },
      read: async () => (await details())?.contact,
    },
  },
  look: {
    brand: { value: '#7a1f3d', read: async () => (await file('manifest.webmanifest'))['theme_color'] },
    mode: { value: 'dark', read: async () => (await details())?.theme.mode },
    icon: {
      value: 'logo',
      read: async () => String((await file('maskable.svg'))['text']).includes('#123456'),
      is: true,
    },
    frame: {
      value: { controlSize: 'lg', navMode: 'transparent', cardBordered: true, sideNavCollapse: true },
      read: async () => (await details())?.theme,
      is: expect.objectContaining({
        controlSize: 'lg',
        navMode: 'transparent',
        cardBordered: true,
        layout: expect.objectContaining({ sideNavCollapse: true }),
      }),
    },
  },
  texts: {
    swiperText: { value: [both('Welcome')], read: async () => (await details())?.swiperText },
    terms: { value: both('Our terms'), read: async () => (await details())?.terms },
    privacy: { value: both('Privacy'), read: async () => (await details())?.privacy },
    page: {
      value: { title: both('A place to grow'), text: both('Come in') },
      read: async () => (await details())?.page,
    },
  },
  admission: {
    dates: {
      value: [{ startsOn: '2030-09-01', endsOn: '2030-12-01', label: both('Autumn') }],
      read: async () => (await details())?.dates,
    },
    homePage: { value: 'Y', read: async () => (await details())?.homePage, is: '/sign-up' },
    landing: { value: 'otp', read: async () => (await details())?.conditionalScreens?.otp, is: 'Y' },
  },
  grades: {
    grades: {
      value: [{ code: 'FS1', name: both('Foundation 1'), age: 3 }],
      read: async () => (await details())?.grades,
      is: [{ code: 'FS1', name: both('Foundation 1') }],
    },
    intake: { value: 'april', beside: { cutOff: '08-31' }, read: async () => (await ages())?.intake },
    cutOff: {
      value: '09-30',
      read: async () => (await ages())?.rules[0],
      is: expect.objectContaining({ cutOff: '09-30' }),
    },
  },
  years: {
    years: {
      value: [{ startsOn: '2030-08-25', endsOn: '2031-06-19', terms: [] }],
      read: async () => (await details())?.years,
      is: [{ startsOn: '2030-08-25', endsOn: '2031-06-19' }],
    },
  },
  regulator: {
    regulator: {
      value: 'abu-dhabi',
      read: async () => inSchool(async (tx) => (await readRules(tx, alnoor.schoolId)).rules.regulator),
    },
  },
  statuses: {
    labels: {
      value: [{ status: 'waiting', label: both('In the pool') }],
      read: async () => (await details())?.statusLabels,
    },
  },
  letters: {
    signatories: {
      value: [head],
      beside: { signedBy: [{ letter: 'rejection', signatory: head.id }] },
      read: async () => (await letter())['letter.signerRole'],
      is: head.position,
    },
    signedBy: { value: [], read: async () => (await letter())['letter.signerRole'] !== head.position, is: true },
    own: { value: ['zaya-offer-letter'], read: async () => (await details())?.letters },
  },
  connections: {
    listingUrl: {
      value: listingUrl,
      read: async () => (await call(createApp(deps), maha, readOutsideConnections)).body['state'],
      is: 'listed',
    },
    captcha: { value: 'own', read: async () => (await details())?.captchaSiteKey === undefined, is: true },
  },
  calendar: {
    timeZone: { value: 'Asia/Riyadh', read: async () => (await till()).timeZone },
    cutoverMinute: { value: 180, read: async () => (await till()).cutoverMinute },
    language: { value: 'ar', read: async () => (await file('manifest.webmanifest'))['dir'], is: 'rtl' },
    languages: { value: ['ar'], read: async () => (await details())?.languages },
  },
  address: {
    domain: { value: domain, read: async () => (await details())?.domain },
    isInLinks: {
      value: true,
      read: async () => {
        const settings = { ...deps.settings, publicUrl: 'https://example.school' }
        const school = await inSchool((tx) => readSchool(tx, alnoor.schoolId))
        return schoolOrigin({} as Parameters<typeof schoolOrigin>[0], settings, school)
      },
      is: `https://${domain}`,
    },
  },
  // What deadlines, statements and face tablets go by; that they come there stands in settings.days.test.ts.
  days: {
    weekend: { value: [0, 6], read: async () => (await schoolDays()).weekend },
    holidays: {
      value: [{ from: '2030-06-01', to: '2030-06-03', name: both('Eid') }],
      read: async () => (await schoolDays()).holidays,
    },
  },
  tills: {
    currency: { value: 'KWD', read: async () => (await till()).currency },
    taxCodes: {
      value: [{ code: 'S5', name: both('VAT 5%'), ratePpm: 50_000, included: true }],
      read: async () => (await till()).taxCodes,
    },
    cashIncrement: { value: 25, read: async () => (await till()).cashIncrement },
    offlineAllowance: { value: 2500, read: async () => (await till()).offlineAllowance },
    approvalAbove: {
      value: 700,
      read: async () =>
        inSchool(async (tx) => [
          await isAboveApproval(tx, alnoor.schoolId, [minor(700)]),
          await isAboveApproval(tx, alnoor.schoolId, [minor(701)]),
        ]),
      is: [false, true],
    },
    topUps: {
      value: { least: 500, most: null, balance: 90_000 },
      read: async () => inSchool(async (tx) => await readTopUpLimits(tx, alnoor.schoolId)),
    },
    cashTolerance: { value: 300, read: async () => (await till()).cashTolerance },
    receiptHeader: { value: both('Al Noor'), read: async () => (await till()).receiptHeader },
    receiptFooter: { value: both('Thank you'), read: async () => (await till()).receiptFooter },
  },
  officeForms: {
    routing: {
      value: { 'mogra-hr': ['head'], 'mogra-bills': ['it'], 'mogra-erp': ['finance'] },
      read: async () => [(await scopeOf(['finance'])).office, (await scopeOf(['it'])).office],
      is: [['mogra-erp'], ['mogra-bills']],
    },
  },
}

beforeAll(async () => {
  box = await openBox('pglite')
  alnoor = await makeSchool(box, 'alnoor')
  maha = await signInAs(box, alnoor, 'maha', ['admin'])
  tablet = await makeDevice(box, alnoor, await makeTill(box, alnoor))
  deps = {
    ...box.deps,
    captcha: { provider: 'turnstile', siteKey: 'key', verify: () => Promise.resolve(true) },
    // The school answers at its own domain as at its first label; anything else is the listing.
    readOutside: async (address) =>
      address.startsWith(`https://${domain}`)
        ? { body: (await call(box.app, { school: 'alnoor' }, publicInfo)).body }
        : { body: { result: [{ name: 'Bus', url: 'https://bus.example' }] } },
  }
  await call(box.app, maha, setSchoolLogo, { seen: 0, logo: { kind: 'svg', data: logo } })
  await inSchool((tx) =>
    publishForm(tx, alnoor.schoolId, 'try', testForm(), { userId: null, at: '2030-03-01T00:00:00.000Z' }),
  )
})
afterAll(() => box.close())

const rows = Object.entries(reaches).flatMap(([group, fields]) =>
  Object.entries(fields).map(([field, reach]: [string, Reach]) => ({ group: group as SettingsGroup, field, ...reach })),
)

it.each(rows)('$group: $field reaches who uses it', async ({ group, field, value, beside, read, ...more }) => {
  const expected = 'is' in more ? more.is : value
  if (field !== 'signedBy') expect(await read()).not.toEqual(expected)
  const within = { ...box, app: createApp(deps) }
  const saved = await setSettings(within, maha, group, { [field]: value, ...beside })
  expect([saved.status, saved.body['messageId']]).toEqual([200, undefined])
  expect(await read()).toEqual(expected)
})

it('names every field that there is', () => {
  for (const [group, values] of Object.entries(settingsValues))
    expect(Object.keys(reaches[group as SettingsGroup]).toSorted(), group).toEqual(Object.keys(values.shape).toSorted())
})
