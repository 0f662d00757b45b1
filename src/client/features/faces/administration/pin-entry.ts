import { latinDigits } from '#shared/kernel/digits.ts'

const pinDigits = 4

/** What was typed, as the digits of a PIN: also those of Arabic keyboards, and never more than four. */
export const pinTyped = (text: string): string => latinDigits(text).replaceAll(/\D/g, '').slice(0, pinDigits)

/** What is wrong with a PIN that was typed twice; nothing when it may be set. */
export function pinFault(first: string, second: string): 'short' | 'easy' | 'differs' | undefined {
  if (first.length < pinDigits) return 'short'
  if (/^(\d)\1*$/.test(first) || '0123456789'.includes(first) || '9876543210'.includes(first)) return 'easy'
  return first === second ? undefined : 'differs'
}
