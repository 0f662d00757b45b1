// chunk: bits
import { latinDigits } from '#shared/kernel/digits.ts'

/** The one spelling of a user name or an email address by which accounts are found. */
export const accountKey = (typed: string): string => typed.trim().normalize('NFKC').toLowerCase()

/**
 * A user name that somebody chooses: 3 to 40 letters of any script, digits, and `. _ -` inside. Never an `@`: a name that
 * looks like an address could be taken for the person who reads its mails.
 */
export const isUserName = (name: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{1,38}[\p{L}\p{M}\p{N}]$/u.test(accountKey(name))

/** A code as it was meant, however it was typed: digits of Arabic keyboards, spaces, hyphens and what copying brings along. */
export const codeDigits = (typed: string): string => latinDigits(typed).replaceAll(/[\s\p{Cf}-]/gu, '')

export const isCode = (typed: string): boolean => /^\d{6}$/.test(codeDigits(typed))

/** Good enough to say "that is no address" beside the field; the contract, and in the end the mail, judge more strictly. */
export const isEmail = (typed: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(typed)

export const minPasswordLength = 10

/** Letters of any script count; the length is in characters, not in bytes. */
export const isLongEnough = (password: string): boolean => [...password.normalize('NFKC')].length >= minPasswordLength
