/**
 * What people typed stands in mails to addresses that they may have typed too: it must not carry a stranger's message or
 * web address into somebody's mailbox under the school's name.
 */
export function sanitizeText(text: string): string {
  const clean = text.replaceAll(/[\s\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  return /:\/\/|\bwww\./i.test(clean) ? '…' : clean.slice(0, 200)
}
