import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { shortenRouteTree, splitRouteTree } from './lean-routes.ts'

const generated = readFileSync(fileURLToPath(new URL('../src/client/routeTree.gen.ts', import.meta.url)), 'utf8')
const { first, staff } = splitRouteTree(shortenRouteTree(generated))

const importsIn = (code: string): string[] =>
  [...code.matchAll(/^import \{ Route as \w+ \} from '([^']+)'/gm)].flatMap(([, file]) => file ?? [])
const placesIn = (code: string) => code.match(/\bplace\(\w+Import, /g) ?? []

it('keeps the pages behind the sign-in out of the first load, but for the till', () => {
  const behind = importsIn(generated).filter((file) => file.startsWith('./routes/_authenticated/'))
  expect(behind.length).toBeGreaterThan(30)
  expect(new Set([...importsIn(staff), './routes/_authenticated/pos/index'])).toEqual(new Set(behind))
})

it('places each route once', () => {
  expect(new Set([...importsIn(first), ...importsIn(staff)])).toEqual(new Set(importsIn(generated)))
  expect(placesIn(staff)).toHaveLength(importsIn(staff).length)
  // All but the root.
  expect(placesIn(first)).toHaveLength(importsIn(first).length - 1)
})

it('refuses a list of an unknown form', () => {
  expect(() => shortenRouteTree('const routes = []')).toThrow('looks new')
  expect(() => splitRouteTree('const routes = []')).toThrow('look new')
})
