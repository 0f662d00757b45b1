import { expect, type Page } from '@playwright/test'
import type { DemoSchool } from '#server/db/seed/demo-types.ts'
import { type Kept, keptBy } from '#tests/support/checks/kept.ts'

/** `staff` work at a desk, `till` is a paired tablet. */
export type Keeper = 'nobody' | 'staff' | 'till'

/** All that may be kept, each name with its reason. What is on no list is a finding. */
const allowed: Record<Exclude<keyof Kept, 'sessionStorage'>, Record<string, readonly Keeper[]>> = {
  localStorage: {
    // Who is signed in and by which token; emptied on sign-out.
    session: ['nobody', 'staff', 'till'],
    // Light or dark; the reading direction of the page that comes up next.
    theme: ['nobody', 'staff', 'till'],
    // The school's public face: name, logo, colours, money.
    school: ['nobody', 'staff', 'till'],
    // The chosen language, twice: the first is the specification's, the cookie below is for the server's pages.
    i18nextLng: ['nobody', 'staff', 'till'],
    // Which school this is, where the address does not say it.
    'school-id': ['nobody', 'staff', 'till'],
    'client-id': ['nobody', 'staff', 'till'],
    // Which outbox should be here, so that a lost one is noticed: ids and two counters.
    'device-canary:SCHOOL': ['till'],
  },
  cookies: { i18next: ['nobody', 'staff', 'till'] },
  databases: {
    // Unsent work, and who this device is: made wherever somebody asks whether this is a till.
    'ob-SCHOOL-device': ['nobody', 'staff', 'till'],
    // Who this browser is to the school when it hands in a form, and what it has handed in: sealed.
    'ob-SCHOOL-visitor': ['nobody', 'staff', 'till'],
    // Forms somebody is filling in: sealed with a key that cannot leave the browser.
    'forms-SCHOOL': ['nobody', 'staff', 'till'],
    // Papers on their way to a printer, the latest thirty as pictures, and the till's printer, drawer and reader.
    'print-SCHOOL': ['till'],
    // What staff saw last of lists and files, for when nobody answers: sealed, of one person, of a week, gone at sign-out.
    'desk-SCHOOL': ['staff'],
    // Decisions that somebody made at a desk without a network, and cash: sealed, each person's own, until the server has them.
    'ob-SCHOOL-desk-USER': ['staff'],
    // Words of letters that have not reached the server: sealed, each person's own, gone at sign-out.
    'letters-SCHOOL': ['staff'],
    // Price list, pupils' cards and balances: empty on a device that does not sell.
    'snap-SCHOOL-v1': ['nobody', 'staff', 'till'],
    // Faces of those who have agreed, and what checks PINs: each row sealed with a key that cannot leave the browser.
    'faces-SCHOOL-v1': ['till'],
  },
  caches: {
    // The app itself and the school's pictures, so that both start without a network.
    PRECACHE: ['nobody', 'staff', 'till'],
    branding: ['nobody', 'staff', 'till'],
    // Pictures of what a till sells, fetched in its first idle moment.
    'item-pictures': ['till'],
    // What recognises faces, where pupils pay by them: models and a script, nobody's face.
    'face-files': ['till'],
  },
}

/** Nothing but what the lists above allow to this keeper, and nobody's name or number where any script could read it. */
export async function expectTidyBrowser(page: Page, school: DemoSchool, keeper: Keeper, where: string): Promise<void> {
  const kept = await keptBy(page)
  const general = (name: string) =>
    name
      .replace(school.code, 'SCHOOL')
      .replace(/-desk-[0-9a-f-]{36}$/, '-desk-USER')
      .replace(/^workbox-precache-.*$/, 'PRECACHE')
  const strange = (drawer: keyof typeof allowed, names: readonly string[]) =>
    names.filter((name) => !allowed[drawer][general(name)]?.includes(keeper)).map((name) => `${drawer}: ${name}`)
  expect
    .soft(
      [
        ...strange('localStorage', Object.keys(kept.localStorage)),
        ...Object.keys(kept.sessionStorage).map((name) => `sessionStorage: ${name}`),
        ...strange('cookies', Object.keys(kept.cookies)),
        ...strange('databases', kept.databases),
        ...strange('caches', kept.caches),
      ],
      `kept by ${keeper}: ${where}`,
    )
    .toEqual([])
  expect.soft(personal(kept, school), `personal in browser storage: ${where}`).toEqual([])
}

/** Pupils and secrets anywhere, and staff anywhere but in the session, which is their own. */
function personal({ localStorage, sessionStorage, cookies }: Kept, school: DemoSchool): string[] {
  const { session = '', ...others } = localStorage
  const open = [others, sessionStorage, cookies].flatMap((drawer) => Object.values(drawer)).join('\n')
  const pupils = school.pupils.flatMap(({ name, admissionNo, cardNo }) => [name.en, name.ar, admissionNo, cardNo])
  const secrets = school.staff.flatMap(({ password, pin }) => [password, pin])
  const staff = school.staff.flatMap(({ name, userName }) => [name.en, name.ar, userName])
  const holds = (text: string) => (word: string | null | undefined) => Boolean(word) && text.includes(`"${word}"`)
  return [...[...pupils, ...secrets].filter(holds(`${open}\n${session}`)), ...staff.filter(holds(open))].map(String)
}
