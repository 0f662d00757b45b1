import { readFileSync } from 'node:fs'

/** One file that the bundler makes: its name, and the modules that go into it. */
export interface Part {
  name: string
  test: (moduleId: string) => boolean
}

const mark = /^\/[/*] chunk: ([\w-]+)/
const marks = new Map<string, string | undefined>()

/**
 * Returns the chunk that a module of ours names in its first line (`// chunk: till`), or undefined. A route is split by the
 * router: its mark is for its screen alone, since its guard and its address stand in everybody's first load.
 */
export function chunkOf(moduleId: string): string | undefined {
  const [file = '', query = ''] = moduleId.split('?')
  if (!/[\\/]src[\\/](client|local|shared)[\\/].+\.(tsx?|css)$/.test(file)) return undefined
  if (/[\\/]routes[\\/]/.test(file) && !query.includes('tsr-split')) return undefined
  if (!marks.has(file)) marks.set(file, mark.exec(readFileSync(file, 'utf8'))?.[1])
  return marks.get(file)
}

/** The modules that are marked with this name, and the packages that `packages` matches. */
export const part = (name: string, packages?: RegExp): Part => ({
  name,
  test: (moduleId) => packages?.test(moduleId) === true || chunkOf(moduleId) === name,
})
