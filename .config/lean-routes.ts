import type { Plugin } from 'vite'

/** Placed route: `const X = XImport.update({ id: …, path: …, getParentRoute: () => Parent })`. */
const placed =
  /const (\w+) =\s+(\w+)\.update\(\{\s*id: ('[^']*'),(?:\s*path: ('[^']*'),)?\s*getParentRoute: \(\) => (\w+),?\s*\}(?: as any)?\)/g
/** Children of a route, under names that nothing reads. */
const children = /(const \w+Children(?:: \w+)? = )\{([^}]*)\}/g
/** Path in a route file, redundant with the route list. */
const ownPath = /createFileRoute\((['"])[^'"]*\1\)/

const place =
  'const place = (route, id, parent, path = id) => route.update({ id, path: path ?? void 0, getParentRoute: () => parent })'

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
 * Shortens the list of all routes, which is part of every first load and grows with each screen. The generator writes each
 * route's path three times and its name twice; the router only reads one path and the order. Applied to downloads only: types and
 * sources stay as generated.
 */
export function leanRoutes(): Plugin {
  return {
    name: 'lean-routes',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]client[\\/](routeTree\.gen\.ts$|routes[\\/].*\.tsx?)/ },
      handler: (code, id) => ({
        code: id.includes('routeTree.gen') ? shortenRouteTree(code) : code.replace(ownPath, 'createFileRoute()'),
        map: null,
      }),
    },
  }
}
