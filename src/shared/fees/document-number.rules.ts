import type { DocumentKind } from './fee-document.contract.ts'

const padded = (no: number): string => String(no).padStart(6, '0')

/** Formats a receipt number, `C-year-no`: one gapless series for each school and fiscal year, admissions included. */
export const receiptNumber = (year: number, no: number): string => `C-${year}-${padded(no)}`

const letters: Readonly<Record<DocumentKind, string>> = { invoice: 'I', credit: 'N', receipt: 'C', refund: 'R' }

/** Formats the number of a document, `letter-year-no`. */
export const documentNumber = (kind: DocumentKind, year: number, no: number): string =>
  `${letters[kind]}-${year}-${padded(no)}`
