// chunk: frame
import type { ConditionalScreens, SchoolDetails } from '#shared/school/school-read.contract.ts'
import type { Session, SignInKind } from './session.ts'

/** Whether somebody is a family and nothing else. */
export const isFamily = (roles: readonly string[] | undefined): boolean => String(roles) === 'family'

/** Where a signed-in person lands: the till's people at the till, a family at its home, everybody else at the dashboard. */
export const signedInEntry = (kind: SignInKind, roles?: readonly string[]): '/pos' | '/family' | '/dashboard' =>
  kind === 'pos' ? '/pos' : isFamily(roles) ? '/family' : '/dashboard'

const screenOfFlag = [
  ['without_auth', '/admission'],
  ['login', '/sign-in'],
  ['otp', '/otp-authentication'],
  ['signUp', '/sign-up'],
] as const satisfies readonly (readonly [keyof ConditionalScreens, string])[]

/** Every screen that strangers may be led to, by a flag, by the home page or at a till. */
export const entryPaths: readonly string[] = ['/', ...screenOfFlag.map(([, path]) => path), '/pos-sign-in']

/** Entry screens that this release has; route-tree.test.ts keeps the list true. A school may ask for a later one already. */
export const builtEntries: ReadonlySet<string> = new Set([
  '/',
  '/admission',
  '/sign-in',
  '/pos-sign-in',
  '/sign-up',
  '/otp-authentication',
])

const built = (path: string | undefined): string | undefined => (path && builtEntries.has(path) ? path : undefined)

/** The screen the school wants strangers to see: the first flag that is `Y` decides. */
export const conditionalScreen = (screens: ConditionalScreens | null | undefined): string | undefined =>
  screenOfFlag.find(([flag]) => screens?.[flag] === 'Y')?.[1]

/**
 * Where `/` leads. `isTill`: this device is paired, so that it comes back to the till's own sign-in even when a power loss
 * has taken the stored session with it.
 */
export function homePath(
  session: Pick<Session, 'signedIn' | 'kind'> & Partial<Pick<Session, 'user'>>,
  school: SchoolDetails | null,
  isTill = false,
): string {
  if (session.signedIn) return signedInEntry(session.kind, session.user?.authority)
  if (session.kind === 'pos' || isTill) return '/pos-sign-in'
  return built(conditionalScreen(school?.conditionalScreens)) ?? built(school?.homePage) ?? '/sign-in'
}

/**
 * Where somebody who is not signed in is sent from `requested`; whatever signs them in brings them back there. A till that
 * has lost its session (`isTill`, see above) is led as a sign-out would lead it: from the till's own pages to the till's
 * own sign-in. What a school shows instead of any sign-in (an open form) leads nobody back.
 */
export function signInPath(kind: SignInKind, school: SchoolDetails | null, requested: string, isTill = false): string {
  const isAtTill = kind === 'pos' || (isTill && signOutPath(requested.replace(/[?#].*/, '')) === '/pos-sign-in')
  const entry = isAtTill ? '/pos-sign-in' : (built(conditionalScreen(school?.conditionalScreens)) ?? '/sign-in')
  if (requested === '/' || entry === '/admission') return entry
  return `${entry}?redirectUrl=${encodeURIComponent(requested)}`
}

/** Where sign-out leads from `pathname`. */
export const signOutPath = (pathname: string): '/pos-sign-in' | '/sign-in' =>
  pathname.includes('pos') ? '/pos-sign-in' : '/sign-in'

/** A path of our own from the address bar, or `undefined`: never another host, however it is spelled. */
export const safeRedirect = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) && !/[\u0000-\u001f]/.test(value) ? value : undefined

/**
 * Where sign-in leads. The till's people go to the till, others to what they had asked for. Checked here once more: the
 * router hands on what stands in the address bar, whatever a route's own validation has left out.
 */
export const afterSignIn = (kind: SignInKind, redirectUrl: string | undefined, roles?: readonly string[]): string =>
  kind === 'pos' ? '/pos' : (safeRedirect(redirectUrl) ?? signedInEntry(kind, roles))
