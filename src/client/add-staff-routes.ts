import type { AnyRouter } from '@tanstack/react-router'

let router: AnyRouter | undefined
let adding: Promise<void> | undefined

const isUnknown = (pathname: string) => router?.getMatchedRoutes(pathname)[2]?.id === '/$'

async function add(): Promise<void> {
  const { listStaffRoutes } = await import('./staff-routes.ts')
  const layout = router?.routesById['/_authenticated']
  if (!router || !layout) return
  layout.addChildren([...Object.values(layout.children ?? {}), ...listStaffRoutes(layout)])
  router.setRoutes(router.buildRouteTree())
}

function addOnce(): Promise<void> {
  adding ??= add().catch((error: unknown) => {
    adding = undefined
    throw error
  })
  return adding
}

/** Sets the router that gets the routes behind the sign-in, and begins to fetch them where the page may be one of them. */
export function watchStaffRoutes(opened: AnyRouter): void {
  router = opened
  if (isUnknown(location.pathname)) void addOnce().catch(() => undefined)
}

/**
 * Adds the routes behind the sign-in, which are not part of a first load, and returns true if `pathname` is one of them.
 * @throws Error if they can't be fetched; the next call tries again
 */
export async function isStaffPath(pathname: string): Promise<boolean> {
  await addOnce()
  return router !== undefined && !isUnknown(pathname)
}
