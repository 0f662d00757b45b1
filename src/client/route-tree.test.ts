import type { AnyRoute } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { screenAuthority } from '#shared/rules/screens.ts'
import { builtEntries } from './platform/entry-path.ts'
import { routeTree } from './routeTree.gen.ts'

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

it('has every entry screen that people may be sent to', () => {
  const paths = routes.map(pathOf)
  for (const entry of builtEntries) expect(paths).toContain(entry)
})
