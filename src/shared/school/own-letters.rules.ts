// chunk: offer-state
const ofSomeSchools = /^(fls|alfalah|zaya|alephya)-/

/** Letters that are worded for some schools, by their codes; the ready texts are the product's. */
const lettersOfSchools: Readonly<Record<string, readonly string[]>> = {
  fls: ['fls-offer-letter', 'fls-conditional-offer-letter'],
  alfalah: ['alfalah-offer-letter', 'alfalah-conditional-offer-letter'],
  zaya: ['zaya-offer-letter'],
  alephya: ['alephya-offer-letter'],
}

/** Returns the letters of some schools that a school uses until it has chosen. @param code the school's code */
export const ownLettersOf = (code: string | undefined): string[] => [...(lettersOfSchools[code ?? ''] ?? [])]

/** Whether a letter is one that only some schools use: a school chooses it in its settings. */
export const isLetterOfSome = (letter: string): boolean => ofSomeSchools.test(letter)

/** Whether a school uses a letter: those of every school, and those of some that it has chosen. */
export const isOwnLetter = (letter: string, chosen: readonly string[]): boolean =>
  !isLetterOfSome(letter) || chosen.includes(letter)
