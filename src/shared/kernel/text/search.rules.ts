import { latinDigits } from '../digits.ts'

/**
 * Folds a text for searching: case, Latin and Arabic diacritics, tatweel and invisible signs; the letter variants that
 * people use for one another (أ إ آ ٱ ا · ى ئ ی ي · ة ه · ؤ و · ک ك, and ء left out); Arabic and Persian digits to Latin
 * ones; everything between words to one space. Folding twice changes nothing.
 */
export const foldText = (text: string): string =>
  latinDigits(text)
    // Takes أ إ آ ؤ ئ apart into their letter and a mark, as it does é.
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}ـ]/gu, '')
    .replace(/ٱ/g, 'ا')
    .replace(/[ىی]/g, 'ي')
    .replace(/ک/g, 'ك')
    .replace(/ة/g, 'ه')
    .replace(/ء/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * How well a folded text answers folded words: 0 = not at all, or no words. A word that starts the text beats one that
 * starts a word, and that beats one inside a word; a text that starts with the whole query beats all. Every word must be
 * found.
 */
export function matchScore(folded: string, words: readonly string[]): number {
  let score = folded.startsWith(words.join(' ')) ? 4 * words.length : 0
  for (const word of words) {
    const at = folded.indexOf(word)
    if (at < 0) return 0
    score += at === 0 ? 4 : folded.includes(` ${word}`) ? 2 : 1
  }
  return score
}

export const searchWords = (query: string): string[] => foldText(query).split(' ').filter(Boolean)

/** Fewer digits than this are found in too many numbers to tell anything. */
const minDigits = 5

/**
 * The digits of what may be a phone number or a piece of one, however it is written; nothing where there is a letter in it. What
 * is dialled before a number inside or outside a country is left out.
 */
export function phoneDigits(query: string): string | undefined {
  const plain = latinDigits(query).replace(/[\s\p{Cf}\p{Pd}()./+]/gu, '')
  if (!/^\d+$/.test(plain)) return undefined
  const digits = plain.replace(/^0+/, '')
  return digits.length >= minDigits ? digits : undefined
}
