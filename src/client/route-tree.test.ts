import type { AnyRoute } from '@tanstack/react-router'
import { afterAll, expect, it, vi } from 'vitest'
import { isPlainPath } from '#client/platform/page/page-paths.rules.ts'
import { screenAuthority } from '#shared/kernel/screens.ts'
import { routeKeyOf } from './platform/page/route-key.ts'
import { builtEntries, entryPaths } from './platform/session/entry-path.ts'
import { routeTree } from './routeTree.gen.ts'
import { isSeatCategory } from './shell/nav/places.ts'

// The frame of the app reads the address when it is loaded, if a former test file has left somebody signed in.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://alnoor.localhost/')))
afterAll(() => vi.unstubAllGlobals())

const below = (route: AnyRoute): AnyRoute[] => {
  const children = Object.values((route.children ?? {}) as Record<string, AnyRoute>)
  return children.flatMap((child) => [child, ...below(child)])
}

/** The types of a route in general leave out what file routes always have. */
const named = (route: AnyRoute) => route.options as { path?: string; id?: string }

const pathOf = (route: AnyRoute): string =>
  [...ancestors(route)].reduce((path, part) => `${path}/${named(part).path ?? ''}`, '').replaceAll(/\/+/g, '/')

function ancestors(route: AnyRoute): AnyRoute[] {
  const parent = route.options.getParentRoute?.() as AnyRoute | undefined
  return parent ? [...ancestors(parent), route] : [route]
}

const routes = below(routeTree)
const guarded = routes.filter((route) => ancestors(route).some((part) => named(part).id === '/_authenticated'))

it('asks of every screen behind sign-in for the roles that the server asks for', () => {
  expect(guarded.length).toBeGreaterThan(3)
  for (const route of guarded) {
    const path = pathOf(route).replace(/(.)\/$/, '$1')
    expect([...(route.options.staticData?.authority ?? [])].toSorted(), path).toEqual(
      [...screenAuthority(path)].toSorted(),
    )
  }
})

it('knows the name of every screen behind sign-in, and the way back from it', () => {
  const keys = guarded.filter((route) => named(route).path).map((route) => routeKeyOf(pathOf(route)))
  expect(keys.filter((key) => !isSeatCategory(key))).toEqual([])
})

it('sends people to every entry screen that there is, and to no other', () => {
  const paths = new Set(routes.map(pathOf))
  expect([...builtEntries].toSorted()).toEqual(entryPaths.filter((entry) => paths.has(entry)).toSorted())
})

it('shows exactly the configured paths in the plain frame', () => {
  for (const route of routes.filter((route) => named(route).path && !/^\/(_|\{?\$)/.test(pathOf(route)))) {
    const isPlain = ancestors(route).some((part) => named(part).id === '/_plain')
    // One route has two pages of payers: the account, and where a payment comes back.
    const path = pathOf(route).replace('{$page}', 'account')
    expect(isPlain, path).toBe(isPlainPath(path))
  }
})
