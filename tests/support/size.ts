/**
 * What a first visit downloads, as gzip, before a page is ready to work: entry and static imports, the page's own chunks
 * and those of its layout. Fails above the limits promised. `node tests/support/size.ts`, after a build.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

interface Page {
  name: string
  limit: number
  /** Parts of module paths that the page loads besides the entry; each must be found in the build. */
  modules: string[]
}

const route = (name: string) => `src/client/routes/${name}.tsx`

const pages: Page[] = [
  {
    name: 'sign-in',
    limit: 160_000,
    modules: [route('_unauthenticated'), route('_unauthenticated/sign-in')],
  },
  {
    name: 'pos-sign-in',
    limit: 230_000,
    modules: [route('_unauthenticated'), route('_unauthenticated/pos-sign-in')],
  },
  {
    name: 'till',
    limit: 230_000,
    modules: [
      route('_authenticated'),
      route('_authenticated/pos/index'),
      'src/client/features/till/parts/shift-gate.tsx',
    ],
  },
]

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'))

const gzipBytes = (file: string): number => gzipSync(readFileSync(dist + file), { level: 9 }).length

function withImports(keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    withImports(manifest[key]?.imports ?? [], seen)
  }
  return seen
}

function keysOf(module: string): string[] {
  const keys = Object.keys(manifest).filter((key) => key.split('?')[0] === module)
  if (keys.length === 0) throw new Error(`${module} is in no chunk of this build: has the page moved?`)
  return keys
}

function weigh({ name, limit, modules }: Page) {
  const chunks = [...withImports(['index.html', ...modules.flatMap(keysOf)])].flatMap((key) => manifest[key] ?? [])
  const scripts = new Set(['boot.js', ...chunks.map((chunk) => chunk.file)])
  const styles = new Set(chunks.flatMap((chunk) => chunk.css ?? []))
  const add = (files: Set<string>) => [...files].reduce((bytes, file) => bytes + gzipBytes(file), 0)
  const total = add(scripts) + add(styles)
  return { page: name, files: scripts.size + styles.size, js: add(scripts), css: add(styles), total, limit }
}

const rows = pages.map(weigh)
console.table(rows)
const tooHeavy = rows.filter((row) => row.total > row.limit)
for (const { page, total, limit } of tooHeavy)
  console.error(`${page} is ${total - limit} bytes over its limit of ${limit}`)
process.exit(tooHeavy.length === 0 ? 0 : 1)
