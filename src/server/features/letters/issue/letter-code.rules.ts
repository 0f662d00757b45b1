import { makeReference, parseReference } from '#shared/kernel/text/reference-number.rules.ts'

/** Long enough to prevent guessing: 11 of 12 characters are random, 1.8 × 10¹² combinations. */
const length = 12

/** Makes a letter's verification code from `referenceBytes` random bytes. */
export const makeLetterCode = (bytes: Uint8Array): string => makeReference(bytes, length)

/** Normalises a code as typed, read aloud or scanned; undefined when it cannot be valid. */
export const readLetterCode = (text: string): string | undefined => parseReference(text, length)
