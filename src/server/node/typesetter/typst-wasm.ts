import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initSync, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler'
import { z } from 'zod'
import { type EngineParts, type TypstEngine, TypstRefused } from './typst-engine.ts'

const Artifact = z.object({ result: z.instanceof(Uint8Array).optional(), diagnostics: z.unknown().optional() })
const fileOf = (edition: number) => `/letter-${edition}.typ`
const pdfFormat = 1
const fullDiagnostics = 3

/** Creates the WebAssembly compiler: several times slower, with the same bytes. It has no files and no network at all. */
export async function wasmTypst({ sources, fonts }: EngineParts): Promise<TypstEngine> {
  const path = fileURLToPath(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/wasm'))
  initSync({ module: await readFile(path) })
  const builder = new TypstCompilerBuilder()
  builder.set_dummy_access_model()
  for (const font of fonts) await builder.add_raw_font(font)
  const compiler = await builder.build()
  for (const [no, source] of sources.entries()) compiler.add_source(fileOf(no + 1), source)
  return {
    name: 'wasm',
    // It cannot free its cache.
    lasts: 250,
    // Its package draws nothing: the author sees an HTML page instead.
    svg: () => null,
    pdf: (data, edition) => {
      if (sources[edition - 1] === undefined) throw new TypstRefused(`there is no edition ${edition}`)
      const world = compiler.snapshot(undefined, fileOf(edition), [['data', data]])
      try {
        const { result, diagnostics } = Artifact.parse(world.get_artifact(pdfFormat, fullDiagnostics))
        if (!result) throw new TypstRefused((JSON.stringify(diagnostics) ?? '').slice(0, 500))
        return Uint8Array.from(result)
      } finally {
        world.free()
      }
    },
  }
}
