import type { LetterKind } from './letter-kinds.rules.ts'

const ownedBy = /^(fls|alfalah|zaya|alephya)-/

/** Whether a school with this code may use a letter: some are worded for one school alone, the others are everybody's. */
export function isOwnLetter(kind: LetterKind, schoolCode: string | undefined): boolean {
  const owner = ownedBy.exec(kind)?.[1]
  return owner === undefined || owner === schoolCode
}
