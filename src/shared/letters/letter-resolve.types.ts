import type { Picture, ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'

export type LetterLanguages = ResolvedLetter['languages']

export interface LetterLook {
  brand: string
  logo: Picture | null
  verification: ResolvedLetter['verification']
}

export interface Resolved {
  letter: ResolvedLetter
  /** What should stand in it and is not known; a letter where anything is missing is not issued. */
  missing: LetterField[]
}

/** A table that paper can't hold. */
export class TooManyRows extends RangeError {
  override name = 'TooManyRows'
}
