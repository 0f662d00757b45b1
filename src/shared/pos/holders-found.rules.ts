import { foldText, matchScore, searchWords } from '#shared/kernel/text/search.rules.ts'

interface Holder {
  readonly name: { readonly en: string; readonly ar: string }
  readonly admissionNo: string
  readonly className: string
  readonly active: boolean
}

/** Whom a search among the accounts means, in their order; without words everybody who is at the school. */
export function holdersFound<H extends Holder>(holders: readonly H[], text: string): H[] {
  const words = searchWords(text)
  return holders.filter(({ name, admissionNo, className, active }) =>
    words.length === 0 ? active : matchScore(foldText(`${name.en} ${name.ar} ${admissionNo} ${className}`), words) > 0,
  )
}
