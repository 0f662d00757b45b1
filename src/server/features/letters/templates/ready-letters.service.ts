import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { notices } from './ready/notices.ts'
import { offerLetters } from './ready/offers.ts'
import { papers } from './ready/papers.ts'

/** What a school begins with, before it has changed a word. */
export const readyLetters = { ...offerLetters, ...papers, ...notices } satisfies Record<string, LetterTemplate>

export type ReadyLetter = keyof typeof readyLetters

/** A template's words in both languages as we write them down, for messages in words of ours. */
export { both } from './ready/words.ts'
