import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Import line of a file. `typeOnly` lines are erased at run time. */
export interface ImportLine {
  specifier: string
  typeOnly: boolean
}

/** Target of an import: a file of this project (path from its root) or a package (name with its subpath). */
export type Target = { file: string } | { package: string }

const folders = ['src', 'sw', 'tests']
const generated = /\.gen\.ts$/

/** Returns every hand-written TypeScript file, as paths from the root with forward slashes. */
export const sourceFiles = (): string[] =>
  globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !generated.test(path))
    .toSorted()

/** Returns the same files as git lists them: a second source, so that a guard cannot pass by reading nothing. */
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

/** Returns every import of a text: static, for its effect only, re-export, dynamic, in a type, `new URL(…, import.meta.url)`. */
export function importsOf(text: string): ImportLine[] {
  const found: ImportLine[] = []
  for (const { pattern, kind } of forms) {
    for (const [, head = '', specifier = ''] of text.matchAll(pattern)) {
      found.push({ specifier, typeOnly: kind === 'line' && /^(import|export)\s+type\b/.test(head) })
    }
  }
  return found
}

/** Returns imports whose target is computed at run time, so that their layer is unknown. */
export const computedImports = (text: string): string[] =>
  [...text.matchAll(/\bimport\s*\(\s*(?!\/\*)([^'"`\s)][^)\n]*)\)/g)].map(([, what = '']) => what)

/** Resolves `./x.ts`, `../x.ts` and `#layer/x.ts` to a path from the root; anything else is a package. */
export function targetOf(from: string, specifier: string): Target {
  if (specifier.startsWith('.')) return { file: posix.normalize(posix.join(posix.dirname(from), specifier)) }
  if (specifier.startsWith('#tests/')) return { file: specifier.slice(1) }
  if (specifier.startsWith('#')) return { file: `src/${specifier.slice(1)}` }
  return { package: specifier }
}
