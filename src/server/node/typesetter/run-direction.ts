import type { Language } from '#shared/kernel/fields.ts'
import type { Run } from '#shared/kernel/letter/letter.ts'

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
export function placedRun({ text, dir, ...rest }: Run, lang: Language) {
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
export function directionOf(text: string): 'ltr' | 'rtl' {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  return rightToLeft.test(first) ? 'rtl' : 'ltr'
}
