import type { LetterFonts } from './letter-fonts.ts'

/** Returns the characters for which a font has a glyph, read from its `cmap` table (OpenType, formats 4 and 12). */
function charactersOf(font: Uint8Array): Set<number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const tables = view.getUint16(4)
  for (let no = 0; no < tables; no += 1) {
    const entry = 12 + no * 16
    if (view.getUint32(entry) === 0x636d6170) return readMap(view, view.getUint32(entry + 8))
  }
  throw new Error('a font without a map of its characters')
}

function readMap(view: DataView, map: number): Set<number> {
  const found = new Set<number>()
  const parts = view.getUint16(map + 2)
  for (let no = 0; no < parts; no += 1) {
    const at = map + view.getUint32(map + 4 + no * 8 + 4)
    const format = view.getUint16(at)
    if (format === 4) readSegments(view, at, found)
    if (format === 12) readGroups(view, at, found)
  }
  return found
}

function readGroups(view: DataView, at: number, found: Set<number>): void {
  const groups = view.getUint32(at + 12)
  for (let no = 0; no < groups; no += 1) {
    const group = at + 16 + no * 12
    for (let code = view.getUint32(group); code <= view.getUint32(group + 4); code += 1) found.add(code)
  }
}

function readSegments(view: DataView, at: number, found: Set<number>): void {
  const doubled = view.getUint16(at + 6)
  const [ends, starts, deltas, offsets] = [14, 16 + doubled, 16 + 2 * doubled, 16 + 3 * doubled].map(
    (from) => at + from,
  )
  if (ends === undefined || starts === undefined || deltas === undefined || offsets === undefined) return
  for (let no = 0; no < doubled; no += 2) {
    const last = view.getUint16(ends + no)
    const first = view.getUint16(starts + no)
    const offset = view.getUint16(offsets + no)
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const glyph =
        offset === 0
          ? (code + view.getUint16(deltas + no)) & 0xffff
          : view.getUint16(offsets + no + offset + (code - first) * 2)
      if (glyph !== 0) found.add(code)
    }
  }
}

/** Characters that need no glyph: white space, direction marks, joiners. */
const needsNone = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}]$/u

export type Coverage = (text: string) => string[]

/** Returns a function that lists the characters of a text missing in all fonts, in either weight. */
export function coverageOf({ regular, bold }: LetterFonts): Coverage {
  const [thin, thick] = [regular, bold].map((fonts) => fonts.map(charactersOf))
  const has = (sets: readonly Set<number>[] | undefined, code: number) => sets?.some((set) => set.has(code)) ?? false
  const known = new Map<string, boolean>()
  const isMissing = (character: string): boolean => {
    const before = known.get(character)
    if (before !== undefined) return before
    const code = character.codePointAt(0) ?? 0
    const missing = !needsNone.test(character) && !(has(thin, code) && has(thick, code))
    known.set(character, missing)
    return missing
  }
  return (text) => [...new Set(text)].filter(isMissing)
}
