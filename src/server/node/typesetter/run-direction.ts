import type { Language } from '#shared/kernel/fields.ts'
import type { Run } from '#shared/kernel/letter/letter.ts'

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Arabic letters from the first to the last: nothing in it could be read in another order. */
const onlyArabic = /^\p{Script=Arabic}+( \p{Script=Arabic}+)*$/u
const isolates = /[\u2066-\u2069]/g
/** What is not longer is kept in one line. */
const shortest = 36

/**
 * How a run is kept apart from the words around it: not at all where it reads as they do, else in a box of its own direction, and
 * by the characters that isolate only where it is too long for a line. Those characters end up in what is copied out of the
 * document, in the middle of amounts too, since a full stop that follows one takes it along.
 */
export function placedRun({ text, dir, ...rest }: Run, lang: Language) {
  if (dir === undefined) return { ...rest, text, way: 'plain' as const }
  const bare = text.replaceAll(isolates, '')
  if (lang === 'ar' ? onlyArabic.test(bare) : !rightToLeft.test(bare)) {
    // A reference is not broken even where its direction is that of the line.
    if (dir === 'auto' || bare.length > shortest) return { ...rest, text: bare, way: 'plain' as const }
  }
  const isNegative = bare.includes('-') && /^\D*-\d/.test(bare)
  const shown = bare.length <= shortest && !isNegative ? bare : text
  const own = dir === 'ltr' || directionOf(shown) === 'ltr' ? ('ltr' as const) : ('rtl' as const)
  return { ...rest, text: shown, way: shown.length <= shortest ? ('box' as const) : ('isolate' as const), dir: own }
}

/** The direction of the first letter; what has none, such as a number, is read from the left. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  return rightToLeft.test(first) ? 'rtl' : 'ltr'
}
