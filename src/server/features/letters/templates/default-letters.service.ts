import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { notices } from './ready/notices.ts'
import { offerLetters } from './ready/offers.ts'
import { papers } from './ready/papers.ts'

/** Default letters of a school. */
export const defaultLetters = { ...offerLetters, ...papers, ...notices } satisfies Record<string, LetterTemplate>

export type DefaultLetter = keyof typeof defaultLetters

/** Parser of template texts in both languages, also for our own message texts. */
export { both } from './ready/words.ts'
