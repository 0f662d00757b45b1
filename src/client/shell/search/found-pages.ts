import { foldText, matchScore, searchWords } from '#shared/kernel/text/search.rules.ts'

export interface NamedPage {
  to: string
  name: string
}

/** Pages by their name, or by what they are called in the address, which is English everywhere; the best first. */
export function foundPages(text: string, pages: readonly NamedPage[], most = 5): NamedPage[] {
  const words = searchWords(text)
  return pages
    .map((page) => ({
      page,
      score: Math.max(matchScore(foldText(page.name), words), matchScore(foldText(page.to), words)),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ page }) => page)
}
