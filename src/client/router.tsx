import { createRouter } from '@tanstack/react-router'
import { atom } from 'jotai'
import type { Role } from '#shared/rules/roles.ts'
import { signOutPath } from './platform/entry-path.ts'
import { currentSession, sessionAtom } from './platform/session.ts'
import { store } from './platform/store.ts'
import { routeTree } from './routeTree.gen.ts'
import { ErrorScreen } from './shell/error-screen.tsx'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ErrorScreen,
})

/** The key of the route on screen, for reports of trouble. */
export const routeKeyAtom = atom('')
router.subscribe('onResolved', () => store.set(routeKeyAtom, router.state.matches.at(-1)?.routeId ?? ''))

// However a session ends (a click, a 401, another tab), the page follows.
let wasSignedIn = currentSession().signedIn
store.sub(sessionAtom, () => {
  const { signedIn } = currentSession()
  if (wasSignedIn && !signedIn) void router.navigate({ href: signOutPath(location.pathname), replace: true })
  wasSignedIn = signedIn
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }

  interface StaticDataRouteOption {
    /** Roles that may open the route; empty or missing means everybody who is signed in. */
    authority?: readonly Role[]
  }
}
