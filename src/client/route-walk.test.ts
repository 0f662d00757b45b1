import { type AnyRoute, createMemoryHistory, createRouter } from '@tanstack/react-router'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isRouteAllowed } from '#shared/identity/route-access.rules.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { screenAuthority } from '#shared/kernel/screens.ts'
import type { ConditionalScreens, SchoolDetails } from '#shared/school/school-read.contract.ts'
import { schoolAtom } from './platform/session/school.atoms.ts'
import { type SignInKind, sessionAtom } from './platform/session/session.ts'
import { store } from './platform/store.ts'
import { routeTree } from './routeTree.gen.ts'

// The frame of the app reads the address when it is loaded, if a former test file has left somebody signed in.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://alnoor.localhost/')))
afterAll(() => vi.unstubAllGlobals())

/*
 * The specification's table of paths, walked through the real route tree with its real guards: where does everybody end?
 * A row whose screen is not built yet is an unknown path, and is walked as one until it is.
 */

const publicPaths = [
  '/admission-dates',
  '/access-denied',
  '/admission',
  '/student_admission/register',
  '/student_admission/2345FKMR',
  '/enquiry/new',
  '/enquiry/vmsiihe',
  '/enquiryform/abq',
  '/mogra/mograhr',
  '/mogra/mograbills',
  '/mogra/mograerp',
  '/hr/form',
  '/enquiry/thanks',
  '/pos-self',
  '/faceid/registration',
  '/consent/a-token',
  '/verify',
  '/criteria/criteria-child/7',
  '/subscribe',
  '/pos/pair',
  // Led to by a mail, perhaps in a browser where somebody is signed in.
  '/reset-password',
  '/verify-account',
  '/enter-school',
  '/kiosk',
]
const strangersPaths = ['/sign-in', '/sign-up', '/forgot-password', '/pos-sign-in', '/otp-authentication']
const signedInPaths = [
  '/dashboard',
  '/pre_admission',
  '/forms',
  '/profile',
  '/profile/security',
  '/student/7',
  '/upload/7',
  '/reports/7',
  '/pos',
  '/pos/transaction-report',
  '/pos/bulk-face-recognition',
  '/pos/report',
  '/pos/summaryOfSalesByTill',
  '/pos/TillSalesSummary',
  '/pos/CustomerAccountSummary',
  '/fees/A-1',
  '/receipt/A-1',
  '/pos/devices',
  '/faces',
  '/faces/suspicions',
  '/faces/charges',
  '/faces/devices',
  '/faces/deletions',
  '/faces/record',
  '/faces/settings',
  '/faces/assessment',
  '/faces/calibration',
  '/settings',
  '/settings/names',
]

interface Person {
  name: string
  kind: SignInKind
  roles: readonly Role[] | null
}

const unregisteredPeople: Person[] = [
  { name: 'a stranger', kind: 'staff', roles: null },
  { name: 'a till that signed out', kind: 'pos', roles: null },
]
const people: Person[] = [
  { name: 'an admin', kind: 'staff', roles: ['admin'] },
  { name: 'the registrar', kind: 'staff', roles: ['registrar'] },
  { name: 'a family', kind: 'staff', roles: ['family'] },
  { name: 'somebody without a role', kind: 'staff', roles: [] },
  { name: 'an operator at a till', kind: 'pos', roles: ['operator'] },
]

const none: ConditionalScreens = { without_auth: null, login: null, otp: null, signUp: null }
const flagged: [name: string, screens: ConditionalScreens | null, entry: string][] = [
  ['no flags', null, '/sign-in'],
  ['flags that all say no', { without_auth: 'N', login: 'N', otp: 'N', signUp: 'N' }, '/sign-in'],
  ['without_auth', { ...none, without_auth: 'Y' }, '/admission'],
  ['login', { ...none, login: 'Y' }, '/sign-in'],
  ['otp', { ...none, otp: 'Y' }, '/otp-authentication'],
  ['signUp', { ...none, signUp: 'Y' }, '/sign-up'],
  ['otp and signUp', { ...none, otp: 'Y', signUp: 'Y' }, '/otp-authentication'],
  ['all of them', { without_auth: 'Y', login: 'Y', otp: 'Y', signUp: 'Y' }, '/admission'],
]

function settle(person: Person, conditionalScreens: ConditionalScreens | null, homePage: SchoolDetails['homePage']) {
  const school: Partial<SchoolDetails> = { code: 'alnoor', conditionalScreens, homePage }
  store.set(schoolAtom, school as SchoolDetails)
  const user = person.roles && { userId: 'u', userName: 'u', authority: [...person.roles] }
  store.set(sessionAtom, {
    signedIn: person.roles !== null,
    kind: person.kind,
    user: user as never,
    token: person.roles && 'token',
    expiresAt: null,
  })
}

/** Where somebody ends who opens `path`: the real tree, the real guards, an address bar of our own. */
async function walk(path: string): Promise<string> {
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree, history, isServer: false })
  await router.load()
  await expect.poll(() => router.state.status, { interval: 1 }).toBe('idle')
  return router.state.location.href
}

const below = (route: AnyRoute): AnyRoute[] =>
  Object.values((route.children ?? {}) as Record<string, AnyRoute>).flatMap((child) => [child, ...below(child)])

const named = (route: AnyRoute) => route.options as { path?: string; loader?: unknown }

const router = createRouter({ routeTree, history: createMemoryHistory() })
const built = (path: string): boolean => {
  const matches = router.matchRoutes(path, {})
  const last = matches.at(-1)
  return last !== undefined && last.fullPath !== '/$' && last.fullPath !== '/'
}

const landing = ({ kind, roles }: Person) =>
  kind === 'pos' ? '/pos' : String(roles) === 'family' ? '/family' : '/dashboard'

/** Where `/` leads: the first flag that says Y, else the home page, which may be the school's own at `/`; a till to its own sign-in. Only what is built counts. */
function home(person: Person, entry: string, hasFlag: boolean, homePage: string): string {
  if (person.roles) return landing(person)
  if (person.kind === 'pos') return '/pos-sign-in'
  return [hasFlag ? entry : homePage, homePage].find((path) => path === '/' || built(path)) ?? '/sign-in'
}

beforeAll(() => {
  // As much of a window as the router looks at where there is no page.
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), { origin: 'http://alnoor.localhost', scrollTo: () => undefined }),
  )
  // What screens load for themselves is not asked here, and would want a server.
  for (const route of below(routeTree)) delete named(route).loader
})
afterEach(() => settle(unregisteredPeople[0] as Person, null, '/sign-in'))

const homePages = ['/sign-in', '/sign-up', '/'] as const

describe.each(flagged)('with %s', (_name, screens, entry) => {
  const hasFlag = Object.values(screens ?? {}).includes('Y')

  it.each([...unregisteredPeople, ...people])('$name is let into every public page', async (person) => {
    settle(person, screens, '/sign-in')
    for (const path of publicPaths.filter(built)) expect(await walk(`${path}?lng=ar`), path).toBe(`${path}?lng=ar`)
  })

  it.each(unregisteredPeople)(
    '$name is led from every page behind sign-in to the entrance, and brought back',
    async (person) => {
      settle(person, screens, '/sign-in')
      const way = person.kind === 'pos' ? '/pos-sign-in' : built(entry) ? entry : '/sign-in'
      for (const path of signedInPaths.filter(built)) {
        const asked = `${path}?from=2030&to=a%26b`
        const end = await walk(asked)
        if (way === '/admission') expect(end, path).toBe('/admission')
        else expect(end, path).toBe(`${way}?redirectUrl=${encodeURIComponent(asked)}`)
      }
    },
  )

  it.each(unregisteredPeople)('$name may open every page of strangers', async (person) => {
    settle(person, screens, '/sign-in')
    for (const path of strangersPaths.filter(built)) expect(await walk(path), path).toBe(path)
  })

  it.each(people)('$name is led from there to where signed-in people land', async (person) => {
    settle(person, screens, '/sign-in')
    const end = isRouteAllowed(person.roles ?? [], screenAuthority(landing(person)))
      ? landing(person)
      : '/access-denied'
    for (const path of strangersPaths.filter(built)) expect(await walk(path), path).toBe(end)
  })

  it.each(people)('$name opens what the roles include, and is refused the rest', async (person) => {
    settle(person, screens, '/sign-in')
    for (const path of signedInPaths.filter(built)) {
      const isAllowed = isRouteAllowed(person.roles ?? [], screenAuthority(path))
      expect(await walk(path), path).toBe(isAllowed ? path : '/access-denied')
    }
  })

  it.each([...unregisteredPeople, ...people])(
    '$name is led home from / and from every unknown path',
    async (person) => {
      for (const homePage of homePages) {
        settle(person, screens, homePage)
        const end = home(person, entry, hasFlag, homePage)
        expect(await walk('/'), `home page ${homePage}`).toBe(end)
        const unbuilt = [...publicPaths, ...strangersPaths, ...signedInPaths].filter((path) => !built(path))
        for (const path of ['/no/such/page', '/enquiry', '/hrx', '/%E2%82%AC', '//evil.example', ...unbuilt]) {
          expect(await walk(path), path).toBe(end)
        }
      }
    },
  )
})
