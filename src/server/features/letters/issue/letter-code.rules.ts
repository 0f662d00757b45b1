import { makeReference, readReference } from '#shared/kernel/text/reference-number.rules.ts'

/** Long enough that nobody finds a letter by trying: 11 of 12 characters are by chance, 1.8 × 10¹² of them. */
const length = 12

/** The code by which a letter is verified, of `referenceBytes` random bytes. */
export const makeLetterCode = (bytes: Uint8Array): string => makeReference(bytes, length)

/** A code as it was typed, read aloud or scanned; nothing when it can be none. */
export const readLetterCode = (text: string): string | undefined => readReference(text, length)
