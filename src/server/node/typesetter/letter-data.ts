import { signatureBox } from '#shared/consents/consent.rules.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Picture, ResolvedLetter, Run, Said } from '#shared/kernel/letter/letter.ts'

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Arabic letters throughout: no part could be read in another order. */
const onlyArabic = /^\p{Script=Arabic}+( \p{Script=Arabic}+)*$/u
const isolates = /[\u2066-\u2069]/g
/** Runs up to this length stay on one line. */
const shortest = 36

/**
 * Chooses how a run is isolated from the text around it: not at all where it reads in the same direction, else in a box of its
 * own direction, and by isolating characters only where it is too long for a line. Those characters end up in text copied from
 * the document, also within amounts, since a full stop after one takes it along.
 */
function placedRun({ text, dir, ...rest }: Run, lang: Language) {
  if (dir === undefined) return { ...rest, text, way: 'plain' as const }
  const bare = text.replaceAll(isolates, '')
  if (lang === 'ar' ? onlyArabic.test(bare) : !rightToLeft.test(bare)) {
    // A reference is kept on one line even in the line's own direction.
    if (dir === 'auto' || bare.length > shortest) return { ...rest, text: bare, way: 'plain' as const }
  }
  const isNegative = bare.includes('-') && /^\D*-\d/.test(bare)
  const shown = bare.length <= shortest && !isNegative ? bare : text
  const own = dir === 'ltr' || directionOf(shown) === 'ltr' ? ('ltr' as const) : ('rtl' as const)
  return { ...rest, text: shown, way: shown.length <= shortest ? ('box' as const) : ('isolate' as const), dir: own }
}

/** Returns the direction of the first letter; left to right without one, as for a number. */
function directionOf(text: string): 'ltr' | 'rtl' {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  return rightToLeft.test(first) ? 'rtl' : 'ltr'
}

/** Converts a letter to the template's input: every picture as SVG text, built by us from numbers, or wrapping a PNG. */
export function letterData(letter: ResolvedLetter): object {
  const { letterhead, verification } = letter
  return withPlacedRuns({
    ...letter,
    letterhead: letterhead && { ...letterhead, ...markOf(letterhead.logo, letter.school) },
    verification: verification && { ...verification, drawn: drawnCode(verification.qr) },
    blocks: letter.blocks.map((block) =>
      block.kind === 'signatures' ? { ...block, places: block.places.map(placeToSign) } : block,
    ),
  })
}

type Place = Extract<ResolvedLetter['blocks'][number], { kind: 'signatures' }>['places'][number]

const placeToSign = (place: Place) => ({ ...place, drawn: drawnStrokes(place.strokes), dir: directionOf(place.name) })

const isSide = (value: object): value is Said[number] => 'lang' in value && 'runs' in value

/** Adds to every run its placement in the line. */
function withPlacedRuns<T extends object>(whole: T): object {
  if (isSide(whole)) return { ...whole, runs: whole.runs.map((run) => placedRun(run, whole.lang)) }
  if (Array.isArray(whole)) return whole.map(placed)
  return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, placed(value)]))
}

const placed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? withPlacedRuns(value) : value

const svg = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`

/** Largest ratio of width to height of a logo, so that the names beside it have room. */
const widest = 3

function markOf(logo: Picture | null, { en, ar }: ResolvedLetter['school']): { mark: string | null; alt?: string } {
  if (!logo) return { mark: null }
  const { format, data } = logo
  if (format === 'svg') return { mark: data }
  const { width, height } = pngSize(fromBase64(data))
  const frame = Math.max(height, width / widest)
  const placed = `y="${((frame - height) / 2).toFixed(2)}" width="${width}" height="${height}"`
  const mark = svg(width, frame, `<image ${placed} href="data:image/png;base64,${data}"/>`)
  return { mark, alt: [...new Set([en, ar])].join(' · ') }
}

function pngSize(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

const drawnCode = ({ size, path }: { size: number; path: string }): string =>
  svg(size, size, `<path d="${path}" fill="#000"/>`)

function drawnStrokes(strokes: readonly (readonly number[])[] | null): string | null {
  if (!strokes || strokes.length === 0) return null
  const path = strokes.map((stroke) => `M${stroke.map((number) => number.toFixed(1)).join(' ')}`).join('')
  const pen = 'fill="none" stroke="#16211f" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"'
  return svg(signatureBox.width, signatureBox.height, `<path d="${path}" ${pen}/>`)
}

/** Returns everything shown as text, concatenated. */
export function shownText(letter: ResolvedLetter): string {
  const { letterhead, blocks, verification, reference } = letter
  const texts: string[] = []
  const gather = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (Array.isArray(value)) value.forEach(gather)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) if (key !== 'logo') gather(inner)
  }
  gather([letterhead, blocks, verification, reference])
  return texts.join('')
}
