/**
 * Folds a text for searching: case, Latin and Arabic diacritics, tatweel, and the letter variants that people use for
 * one another (أ إ آ ا · ى ي · ة ه · ؤ و · ئ ي), Arabic and Persian digits to Latin ones, runs of space to one.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|ـ/gu, '')
    .replace(/[٠-٩]/g, (d) => String(d.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (d) => String(d.charCodeAt(0) - 0x6f0))
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[ىئ]/g, 'ي')
    .replace(/ؤ/g, 'و')
    .replace(/ة/g, 'ه')
    .replace(/ء/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * How well a folded text answers folded words: 0 = not at all; a word that starts a word beats one inside a word, and
 * a text that starts with the query beats all. Every word must be found.
 */
export function matchScore(folded: string, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const at = folded.indexOf(word)
    if (at < 0) return 0
    score += at === 0 ? 4 : folded.includes(` ${word}`) ? 2 : 1
  }
  return score
}

export const searchWords = (query: string): string[] => foldText(query).split(' ').filter(Boolean)
