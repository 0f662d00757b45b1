import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** One import line as it stands in a file. `typeOnly` lines leave nothing behind at run time. */
export interface ImportLine {
  specifier: string
  typeOnly: boolean
}

/** Where an import leads: a file of this house (path from its root) or a package (name with its subpath). */
export type Target = { file: string } | { package: string }

const folders = ['src', 'sw', 'tests']
const generated = /\.gen\.ts$/

/** Every hand-written TypeScript file, as paths from the root with forward slashes. */
export const sourceFiles = (): string[] =>
  globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !generated.test(path))
    .toSorted()

/** The same files as git knows them: a second opinion, so that a guard can't pass by having seen nothing. */
export const trackedSourceFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !generated.test(path) && existsSync(path))

export const textOf = (path: string): string => readFileSync(path, 'utf8')

const forms: { pattern: RegExp; kind: 'line' | 'bare' }[] = [
  // import … from 'x' and export … from 'x', over several lines too; neither quotes nor `;` stand between.
  { pattern: /^[ \t]*((?:import|export)\b[^'"`;]*?\bfrom)\s*['"]([^'"]+)['"]/gm, kind: 'line' },
  { pattern: /^[ \t]*(import)\s*['"]([^'"]+)['"]/gm, kind: 'line' },
  { pattern: /\b(import)\s*\(\s*(?:\/\*.*?\*\/\s*)?['"`]([^'"`]+)['"`]/g, kind: 'bare' },
  { pattern: /\b(require)\s*\(\s*['"`]([^'"`]+)['"`]/g, kind: 'bare' },
  { pattern: /\b(new URL)\s*\(\s*['"`](\.[^'"`]+\.[cm]?[jt]sx?)['"`]\s*,\s*import\.meta\.url/g, kind: 'bare' },
]

/** Every import of a text: static, for its effect only, re-export, dynamic, in a type, `new URL(…, import.meta.url)`. */
export function importsOf(text: string): ImportLine[] {
  const found: ImportLine[] = []
  for (const { pattern, kind } of forms) {
    for (const [, head = '', specifier = ''] of text.matchAll(pattern)) {
      found.push({ specifier, typeOnly: kind === 'line' && /^(import|export)\s+type\b/.test(head) })
    }
  }
  return found
}

/** Imports whose target is computed while running: nobody can say on which floor they land. */
export const computedImports = (text: string): string[] =>
  [...text.matchAll(/\bimport\s*\(\s*(?!\/\*)([^'"`\s)][^)\n]*)\)/g)].map(([, what = '']) => what)

/** Follows `./x.ts`, `../x.ts` and `#floor/x.ts` to a path from the root; anything else is a package. */
export function targetOf(from: string, specifier: string): Target {
  if (specifier.startsWith('.')) return { file: posix.normalize(posix.join(posix.dirname(from), specifier)) }
  if (specifier.startsWith('#tests/')) return { file: specifier.slice(1) }
  if (specifier.startsWith('#')) return { file: `src/${specifier.slice(1)}` }
  return { package: specifier }
}
