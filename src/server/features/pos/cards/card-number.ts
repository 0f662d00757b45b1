import type { Random } from '#shared/kernel/ids.ts'

/** Too many to guess a number in use, few enough for a scanner to type in a moment. */
const digits = 16

/** Returns a random card number, which reveals nothing of its owner; bytes too large for an even choice are skipped. */
export function newCardNo(random: Random): string {
  let text = ''
  while (text.length < digits) {
    for (const byte of random.bytes(digits)) if (byte < 250 && text.length < digits) text += String(byte % 10)
  }
  return text
}
