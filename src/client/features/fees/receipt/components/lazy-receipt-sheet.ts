// chunk: fees
import { lazy } from 'react'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'

/** Paper speaks both languages: their words are there before it is drawn. */
export const LazyReceiptSheet = lazy(async () => {
  const [{ ReceiptSheet }] = await Promise.all([import('./receipt-sheet.tsx'), loadWordsForPaper('fees.desk')])
  return { default: ReceiptSheet }
})
