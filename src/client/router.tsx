import { createRouter } from '@tanstack/react-router'
import type { Role } from '#shared/kernel/roles.ts'
import { watchStaffRoutes } from './add-staff-routes.ts'
import { rememberScroll } from './platform/page/scroll-memory.ts'
import { signOutPath } from './platform/session/entry-path.ts'
import { currentSession, sessionAtom } from './platform/session/session.ts'
import { store } from './platform/store.ts'
import { routeTree } from './routeTree.gen.ts'
import { ErrorScreen } from './shell/error-screen.tsx'

/** The one router of the page. */
export function openRouter() {
  const router = createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorScreen,
  })
  rememberScroll(router)
  watchStaffRoutes(router)

  // However a session ends (a click, a 401, another tab), the page follows.
  let wasSignedIn = currentSession().signedIn
  store.sub(sessionAtom, () => {
    const { signedIn } = currentSession()
    if (wasSignedIn && !signedIn) void router.navigate({ href: signOutPath(location.pathname), replace: true })
    wasSignedIn = signedIn
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>
  }

  interface StaticDataRouteOption {
    /** Roles that may open the route; empty or missing means everybody who is signed in. */
    authority?: readonly Role[]
  }
}
