// chunk: settle
import type { AnyRouter } from '@tanstack/react-router'

/** The route of every address that does not exist (routes/$.tsx). */
const unknownRoute = '/$'

/**
 * Shows a notice whenever somebody has come to an address that does not exist: the router leads them home. This is loaded after the
 * first page, so the address that the browser opened is asked of the browser.
 * @param isStaffPath whether a path that the router does not know is one behind the sign-in, which it gets when one is opened
 */
export function watchUnknownAddresses(router: AnyRouter, isStaffPath: (path: string) => Promise<boolean>): void {
  const tell = async (path: string) => {
    const last: { routeId: string } | undefined = router.matchRoutes(path, {}).at(-1)
    if (last?.routeId !== unknownRoute || (await isStaffPath(path))) return
    const { showUnknownAddress } = await import('./unknown-address-notice.tsx')
    await showUnknownAddress(path)
  }
  // Without the parts or the words there is no notice.
  const tellIfPossible = (path: string) => void tell(path).catch(() => undefined)
  const [opened] = performance.getEntriesByType('navigation')
  if (opened) tellIfPossible(new URL(opened.name).pathname)
  router.subscribe('onBeforeNavigate', ({ toLocation }) => tellIfPossible(toLocation.pathname))
}
