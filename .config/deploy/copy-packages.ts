import { cp, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Lock = z.object({
  packages: z.record(z.string(), z.object({ dependencies: z.record(z.string(), z.string()).optional() })),
})

/** What only a compiler or a debugger reads. */
const isForDevelopers = (path: string) => /\.(map|d\.[cm]?ts)$/.test(path)

/**
 * Copies packages and what they depend on from `node_modules` into the release, as the lock file has placed them.
 * @returns the places, e.g. `node_modules/zod`
 */
export async function copyPackages(root: string, release: string, names: readonly string[]): Promise<string[]> {
  const { packages } = Lock.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  const places = new Set<string>()
  const add = (name: string, from: string) => {
    const place = placeOf(packages, name, from)
    if (place === undefined) throw new Error(`package-lock.json has no ${name} for ${from || 'the release'}`)
    if (places.has(place)) return
    places.add(place)
    for (const dependency of Object.keys(packages[place]?.dependencies ?? {})) add(dependency, place)
  }
  for (const name of names) add(name, '')
  for (const place of places) {
    if (!existsSync(join(root, place)))
      throw new Error(`${place} is not installed: run npm ci on the platform of the release`)
    await cp(join(root, place), join(release, place), { recursive: true, filter: (path) => !isForDevelopers(path) })
  }
  return [...places]
}

/** Where Node would find the package: in the nearest `node_modules` upwards. */
export function placeOf(packages: Record<string, unknown>, name: string, from: string): string | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const place = `${base === '' ? '' : `${base}/`}node_modules/${name}`
    if (place in packages) return place
    if (base === '') return undefined
  }
}
