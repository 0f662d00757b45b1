import { createRequire } from 'node:module'
import { z } from 'zod'
import { type EngineParts, type TypstEngine, TypstRefused } from './typst-engine.ts'

/**
 * Shrinks the compiler's SVG for fast drawing: removes no-op attributes, shortens glyph names, and drops the white page
 * backgrounds, all of which it puts at the top of the first page, over its content.
 */
function leanSvg(svg: string): string {
  const names = new Map<string, string>()
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `g${names.size}`
    names.set(id, name)
    return name
  }
  return svg
    .replaceAll(/^ {4}<path class="typst-shape" fill="#ffffff"[^>]*\/>$/gm, '')
    .replaceAll(/\n\s*/g, '')
    .replaceAll(/ (?:fill-rule="nonzero"|[xy]="0"|class="typst-\w+"|id="glyph")/g, '')
    .replaceAll(/(id="|href="#)(g[0-9A-F]{32})"/g, (_, before: string, id: string) => `${before}${nameOf(id)}"`)
}

interface Compiled {
  readonly result: object | null
  hasError(): boolean
  takeDiagnostics(): { readonly shortDiagnostics: readonly unknown[] } | null
}

interface Compiler {
  compile(what: { mainFileContent: string; inputs: Record<string, string> }): Compiled
  pdf(document: object): Uint8Array
  plainSvg(document: object): string
  evictCache(maxAge: number): void
}

interface Binding {
  NodeCompiler: {
    create(what: { workspace: string; fontArgs: readonly { fontBlobs: readonly Uint8Array[] }[] }): Compiler
  }
}

const Binding = z.custom<Binding>((value) => typeof value === 'object' && value !== null && 'NodeCompiler' in value)

/**
 * Native binaries by platform: their common front package asks for eleven, of which most were never published in this version,
 * and a lock file that names them cannot be installed.
 */
const binaries = ['gnu', 'musl'].map((libc) => `@myriaddreamin/typst-ts-node-compiler-linux-${process.arch}-${libc}`)
const load = createRequire(import.meta.url)

function findBinding(): Binding | undefined {
  for (const binary of binaries) {
    try {
      return Binding.parse(load(binary))
    } catch {
      // Not this platform's.
    }
  }
  return undefined
}

/** Creates the native compiler, in an empty folder; undefined where this platform has none. */
export function nativeTypst({ sources, fonts }: EngineParts, workspace: string): TypstEngine | undefined {
  const binding = findBinding()
  if (!binding) return undefined
  const compiler = binding.NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] })
  function compiled<T>(data: string, edition: number, make: (document: object) => T): T {
    const source = sources[edition - 1]
    if (source === undefined) throw new TypstRefused(`there is no edition ${edition}`)
    try {
      const made = compiler.compile({ mainFileContent: source, inputs: { data } })
      const document = made.result
      if (made.hasError() || !document) {
        throw new TypstRefused(JSON.stringify(made.takeDiagnostics()?.shortDiagnostics ?? []).slice(0, 500))
      }
      return make(document)
    } finally {
      // Also after a failure; without it each letter keeps a megabyte.
      compiler.evictCache(3)
    }
  }
  return {
    name: 'native',
    // It holds 136 MB from the thousandth letter to the five-thousandth; the limit guards against unknown leaks.
    lasts: 5000,
    pdf: (data, edition) => compiled(data, edition, (document) => Uint8Array.from(compiler.pdf(document))),
    svg: (data, edition) => compiled(data, edition, (document) => leanSvg(compiler.plainSvg(document))),
  }
}
