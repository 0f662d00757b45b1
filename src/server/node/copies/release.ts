import { readFileSync } from 'node:fs'

const manifest = new URL('../../../../package.json', import.meta.url)

/** Returns the name of this release, as its package states it. */
export function releaseName(): string {
  const { version }: { version?: unknown } = JSON.parse(readFileSync(manifest, 'utf8'))
  return String(version)
}
