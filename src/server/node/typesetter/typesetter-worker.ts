import { readFile } from 'node:fs/promises'
import process from 'node:process'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { coverageOf } from './font-coverage.ts'
import { letterData, shownText } from './letter-data.ts'
import { readLetterFonts } from './letter-fonts.ts'
import { claimAccessible } from './pdf-claim.ts'
import { ChildSettings, type FromChild, ToChild } from './typesetter-wire.ts'
import { type TypstEngine, TypstRefused } from './typst-engine.ts'
import { nativeTypst } from './typst-native.ts'
import { wasmTypst } from './typst-wasm.ts'

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
