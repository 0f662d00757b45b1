// chunk: till-later
/** The number on a receipt, typed or read from its code; undefined for anything else. */
export const receiptIn = (typed: string): string | undefined => {
  const [no] = typed.trim().split('|')
  return no && /^[^\s]+-\d{1,9}-\d{1,9}$/.test(no) ? no.toUpperCase() : undefined
}
