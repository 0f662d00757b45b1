import type { AnyRouter } from '@tanstack/react-router'
import { atom } from 'jotai'
import { store } from '../store.ts'

/** Which screen is open, by its route and never by what stands in its place: `profile.tab`, not whose. Not kept. */
export const routeKeyAtom = atom('')

/** `/profile/$tab` is `profile.tab`. */
export const routeKeyOf = (routePath: string): string => routePath.replaceAll(/[/$]+/g, '.').replaceAll(/^\.|\.$/g, '')

/** Records the route key of this page and of each that follows (specification, §4). */
export function recordRouteKey(router: AnyRouter): void {
  const record = () => store.set(routeKeyAtom, routeKeyOf(router.state.matches.at(-1)?.fullPath ?? ''))
  router.subscribe('onResolved', record)
  record()
}
