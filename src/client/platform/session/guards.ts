import { redirect } from '@tanstack/react-router'
import { isRouteAllowed } from '#shared/identity/route-access.rules.ts'
import { wasPaired } from '../offline/canary.ts'
import { store } from '../store.ts'
import { homePath, safeRedirect, signedInEntry, signInPath } from './entry-path.ts'
import { schoolAtom, tenantAtom } from './school.atoms.ts'
import { currentSession } from './session.ts'

interface Guarded {
  location: { href: string; pathname: string }
  matches: readonly { staticData: { authority?: readonly string[] } }[]
}

/**
 * Signed-in people only, and of those only who hold a role that the route asks for (`staticData.authority`).
 * Takes what `beforeLoad` gives; not typed so there, because the type of all matches contains the guarded route itself.
 */
export function requireSession(options: unknown): void {
  const { location, matches } = options as Guarded
  const session = currentSession()
  if (!session.signedIn) {
    const isTill = wasPaired(store.get(tenantAtom).code)
    throw redirect({ href: signInPath(session.kind, store.get(schoolAtom), location.href, isTill) })
  }
  const roles = session.user?.authority
  if (!matches.every(({ staticData }) => isRouteAllowed(roles, staticData.authority))) {
    throw redirect({ to: '/access-denied' })
  }
}

/** For people who are not signed in; others go where signed-in people land. */
export function requireSignedOut(): void {
  const { signedIn, kind, user } = currentSession()
  if (signedIn) throw redirect({ href: signedInEntry(kind, user?.authority) })
}

/** Leads from `/` to where a person lands; a visitor stays where the school shows its own page there. */
export function redirectHome(): void {
  const path = homePath(currentSession(), store.get(schoolAtom), wasPaired(store.get(tenantAtom).code))
  if (path !== '/') throw redirect({ href: path })
}

/** The typed search of the sign-in screens: where to go afterwards. */
export function readRedirect(search: Record<string, unknown>): { redirectUrl?: string } {
  const redirectUrl = safeRedirect(search.redirectUrl)
  return redirectUrl ? { redirectUrl } : {}
}
