// chunk: settle
import type { AnyRouter } from '@tanstack/react-router'

/** The route of every address that does not exist (routes/$.tsx). */
const unknownRoute = '/$'

/**
 * Shows a notice whenever somebody has come to an address that does not exist: the router leads them home. This is loaded after the
 * first page, so the address that the browser opened is asked of the browser.
 */
export function watchUnknownAddresses(router: AnyRouter): void {
  const tell = (path: string) => {
    const last: { routeId: string } | undefined = router.matchRoutes(path, {}).at(-1)
    if (last?.routeId !== unknownRoute) return
    void import('./unknown-address-notice.tsx').then(({ showUnknownAddress }) => showUnknownAddress(path))
  }
  const [opened] = performance.getEntriesByType('navigation')
  if (opened) tell(new URL(opened.name).pathname)
  router.subscribe('onBeforeNavigate', ({ toLocation }) => tell(toLocation.pathname))
}
