import type { AnyRouter } from '@tanstack/react-router'
import { watchForUpdates } from './app-update.ts'
import { keepFocus } from './page-focus.ts'
import { recordRouteKey } from './route-key.ts'

/** What a page needs once it is there, and nobody waits for. A release that does not start is replaced all the same. */
export function runAfterLoad(started: Promise<AnyRouter>): void {
  const follow = (router: AnyRouter): void => {
    keepFocus(router)
    recordRouteKey(router)
  }
  void started.then(follow, () => undefined)
  void watchForUpdates().catch(() => undefined)
}
