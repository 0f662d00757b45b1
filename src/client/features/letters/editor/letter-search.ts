import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { letterKinds } from '#shared/letters/letter-kinds.rules.ts'

/** The address as it comes: read only by the screen, since what a route does with it is part of the first load. */
export interface LetterAddress {
  /** The letter whose words are being changed; without it the jobs and the list are shown. */
  letter?: unknown
}

/** The letter that the address names. */
export const letterIn = ({ letter }: LetterAddress): LetterKind | undefined =>
  letterKinds.find((kind) => kind === letter)
