import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const routeTreeFile = fileURLToPath(new URL('../src/client/routeTree.gen.ts', import.meta.url))

/** Placed route: `const X = XImport.update({ id: …, path: …, getParentRoute: () => Parent })`. */
const placed =
  /const (\w+) =\s+(\w+)\.update\(\{\s*id: ('[^']*'),(?:\s*path: ('[^']*'),)?\s*getParentRoute: \(\) => (\w+),?\s*\}(?: as any)?\)/g
/** Children of a route, under names that nothing reads. */
const children = /(const \w+Children(?:: \w+)? = )\{([^}]*)\}/g
/** Path in a route file, redundant with the route list. */
const ownPath = /createFileRoute\((['"])[^'"]*\1\)/

const place =
  'const place = (route, id, parent, path = id) => route.update({ id, path: path ?? void 0, getParentRoute: () => parent })'

/** Layout of the pages behind the sign-in. */
const staffLayout = 'AuthenticatedRoute'
/** Page behind the sign-in that belongs to the first load of a device: the till. */
const till = 'AuthenticatedPosIndexRoute'

/** Shortens the route list, as JavaScript. @throws Error when its form is unexpected */
export function shortenRouteTree(code: string): string {
  let placedRoutes = 0
  let childRoutes = 0
  const shorter = code
    .replaceAll(placed, (_all, name: string, route: string, id: string, path: string | undefined, parent: string) => {
      placedRoutes += 1
      const own = path === id ? '' : `, ${path ?? 'null'}`
      return `const ${name} = place(${route}, ${id}, ${parent}${own})`
    })
    .replaceAll(children, (_all, head: string, rows: string) => {
      const routes = [...rows.matchAll(/\w+:\s+(\w+)/g)].map(([, route]) => route)
      childRoutes += routes.length
      return `${head}[${routes.join(', ')}] as never`
    })
  if (placedRoutes === 0 || placedRoutes !== childRoutes || shorter.includes('.update('))
    throw new Error('The list of routes looks new: see .config/lean-routes.ts')
  return `${place}\n${shorter}`
}

/**
 * Takes the pages behind the sign-in out of a shortened route list, but for the till. `staff` is a module with them, which
 * exports `listStaffRoutes(layout)`. @throws Error when the list's form is unexpected
 */
export function splitRouteTree(shortened: string): { first: string; staff: string } {
  const isPlaced = new RegExp(`^const (\\w+) = place\\((\\w+)(, '[^']*', )${staffLayout}(.*)\\)$`)
  const imports: string[] = []
  const routes: string[] = []
  const names: string[] = []
  const rest = shortened.split('\n').filter((line) => {
    const [, name, route, id, path] = isPlaced.exec(line) ?? []
    if (name === undefined || name === till) return true
    names.push(name)
    imports.push(`${route} }`)
    routes.push(`place(${route}${id}layout${path})`)
    return false
  })
  const isStaffImport = (line: string) => imports.some((route) => line.startsWith(`import { Route as ${route} from `))
  const head = `const ${staffLayout}Children: ${staffLayout}Children = `
  const first = rest
    .filter((line) => !isStaffImport(line))
    .map((line) => (line.startsWith(head) ? `${head}[${till}] as never` : line))
    .join('\n')
  const moved = rest.filter(isStaffImport)
  if (moved.length === 0 || moved.length !== names.length || !first.includes(`${head}[${till}] as never`))
    throw new Error('The pages behind the sign-in look new: see .config/lean-routes.ts')
  return {
    first,
    staff: [...moved, place, `export const listStaffRoutes = (layout) => [${routes.join(', ')}]`].join('\n'),
  }
}

/**
 * Keeps the list of routes small, which is part of every first load and grows with each screen. The generator writes each
 * route's path three times and its name twice; the router only reads one path and the order. What stands behind the sign-in is
 * fetched when one of its addresses is opened (`client/staff-routes.ts`). Applied to downloads only: types and sources stay as
 * generated.
 */
export function leanRoutes(): Plugin {
  const split = () => splitRouteTree(shortenRouteTree(readFileSync(routeTreeFile, 'utf8')))
  const shorten = (code: string, id: string) => {
    if (id.includes('routeTree.gen')) return splitRouteTree(shortenRouteTree(code)).first
    if (id.includes('staff-routes')) return split().staff
    return code.replace(ownPath, 'createFileRoute()')
  }
  return {
    name: 'lean-routes',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]client[\\/](routeTree\.gen\.ts$|staff-routes\.ts$|routes[\\/].*\.tsx?)/ },
      handler: (code, id) => ({ code: shorten(code, id), map: null }),
    },
  }
}
