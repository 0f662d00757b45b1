import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { initSync, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler'
import { z } from 'zod'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { coverageOf } from './font-coverage.ts'
import { letterData, shownText } from './letter-data.ts'
import { readLetterFonts } from './letter-fonts.ts'
import { ChildSettings, type FromChild, ToChild } from './typesetter-wire.ts'
import { type EngineParts, type TypstEngine, TypstRefused } from './typst-engine.ts'
import { nativeTypst } from './typst-native.ts'

interface Edit {
  at: number
  removed: number
  added: string
}

/**
 * Declares a tagged PDF as PDF/UA-1, byte for byte as the compiler does, in one place for both of its builds: the WebAssembly one
 * has no option for it. Its conditions are checked beforehand: every picture and signature has alternative text, no heading level
 * is skipped, and every character has a glyph.
 * @throws RangeError when the PDF is not built as expected
 */
function claimAccessible(pdf: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  // One character for each byte.
  const text = bytes.toString('latin1')
  const found = (what: string, from: number) => {
    const at = text.indexOf(what, from)
    if (at < 0) throw new RangeError(`a PDF without ${what}`)
    return at
  }
  const meta = text.lastIndexOf('<x:xmpmeta')
  if (meta < 0) throw new RangeError('a PDF without a description of itself')
  const name = insert(found(' ><dc:', meta), '  xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"')
  const part = insert(found('</dc:language>', meta) + '</dc:language>'.length, '<pdfuaid:part>1</pdfuaid:part>')
  const lengthAt = text.lastIndexOf('/Length ', meta) + '/Length '.length
  const length = /^\d+/.exec(text.slice(lengthAt, lengthAt + 12))?.[0] ?? ''
  const grown = String(Number(length) + name.added.length + part.added.length)
  const catalog = text.lastIndexOf('/Type /Catalog')
  const viewer = found('    /Direction /', catalog)
  const title = insert(viewer, '    /DisplayDocTitle true\n')
  return applied(text, [{ at: lengthAt, removed: length.length, added: grown }, name, part, title])
}

const insert = (at: number, added: string): Edit => ({ at, removed: 0, added })

/** Applies the edits to the text and corrects the table of object offsets. */
function applied(text: string, edits: readonly Edit[]): Uint8Array<ArrayBuffer> {
  const inOrder = edits.toSorted((a, b) => a.at - b.at)
  const moved = (at: number) =>
    inOrder.reduce((sum, edit) => (edit.at < at ? sum + edit.added.length - edit.removed : sum), at)
  const start = text.lastIndexOf('startxref')
  const table = Number(/\d+/.exec(text.slice(start))?.[0])
  const pieces: string[] = []
  let at = 0
  for (const edit of inOrder) {
    pieces.push(text.slice(at, edit.at), edit.added)
    at = edit.at + edit.removed
  }
  pieces.push(text.slice(at, table))
  pieces.push(
    text
      .slice(table, start)
      .replaceAll(/(\d{10}) (\d{5}) n/g, (_, offset, generation) => `${pad(moved(Number(offset)))} ${generation} n`),
    text.slice(start).replace(String(table), String(moved(table))),
  )
  return Uint8Array.from(Buffer.from(pieces.join(''), 'latin1'))
}

const pad = (offset: number): string => String(offset).padStart(10, '0')

const Artifact = z.object({ result: z.instanceof(Uint8Array).optional(), diagnostics: z.unknown().optional() })
const fileOf = (edition: number) => `/letter-${edition}.typ`
const pdfFormat = 1
const fullDiagnostics = 3

/** Creates the WebAssembly compiler: several times slower, with the same bytes. It has no files and no network at all. */
async function wasmTypst({ sources, fonts }: EngineParts): Promise<TypstEngine> {
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

/*
 * Process that typesets letters. It has no settings, only an empty folder and no network, and its parent may kill it at any
 * moment: a hanging compiler cannot be stopped from inside.
 */

const settings = ChildSettings.parse(JSON.parse(process.argv[2] ?? ''))
const fonts = await readLetterFonts()
const sources = await Promise.all(settings.templates.map((path) => readFile(path, 'utf8')))
const parts = { sources, fonts: [...fonts.regular, ...fonts.bold] }
const coverage = coverageOf(fonts)
const native = settings.engine === 'wasm' ? undefined : nativeTypst(parts, settings.workspace)
if (settings.engine === 'native' && !native) throw new Error('there is no compiler for this platform')
const engine: TypstEngine = native ?? (await wasmTypst(parts))

const answer = (message: FromChild) => process.send?.(message)

/** Compiles with the logo, or without one that cannot be drawn: a family should not wait for a picture. */
function compiled<T>(letter: ResolvedLetter, make: (data: string) => T): { made: T; withoutLogo: boolean } {
  const dataOf = (each: ResolvedLetter) => JSON.stringify(letterData(each))
  try {
    return { made: make(dataOf(letter)), withoutLogo: false }
  } catch (error) {
    if (!letter.letterhead?.logo || !(error instanceof TypstRefused)) throw error
    const plain = { ...letter, letterhead: { ...letter.letterhead, logo: null } }
    return { made: make(dataOf(plain)), withoutLogo: true }
  }
}

function typeset({ letter, as, edition }: ToChild): FromChild {
  try {
    const missingGlyphs = coverage(shownText(letter))
    if (as === 'picture') {
      const { made: svg, withoutLogo } = compiled(letter, (data) => engine.svg(data, edition))
      return { kind: 'drawn', svg, missingGlyphs, withoutLogo }
    }
    const { made: pdf, withoutLogo } = compiled(letter, (data) => engine.pdf(data, edition))
    return { kind: 'done', pdf: missingGlyphs.length > 0 ? pdf : claimAccessible(pdf), missingGlyphs, withoutLogo }
  } catch (error) {
    if (error instanceof TypstRefused) return { kind: 'refused', why: error.message }
    throw error
  }
}

// One letter at a time, each in a turn of its own: the compiler's output is only released between two turns.
process.on('message', (message) => answer(typeset(ToChild.parse(message))))
process.on('disconnect', () => process.exit(0))
answer({ kind: 'ready', engine: engine.name, lasts: engine.lasts })
