// chunk: fees
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ask } from '#client/platform/http.ts'
import { maxToldPrints, printFeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import type { PaperLine } from '../components/paper-line.ts'

/** Prints of each receipt as the server last said, while this page lives: a list that was read before knows of fewer. */
const heard = new Map<string, number>()

/** Number of the copy that is printed now: 0 for the original. */
async function countPrint({ paymentId, prints, number }: PaperLine): Promise<number> {
  const { keepPrintHere, forgetPrintsHere } = await import('#client/platform/offline/desk-cash.ts')
  // The provisional paper and the receipt are two papers, each with an original of its own.
  const paper = number === null ? `${paymentId}:provisional` : paymentId
  const kept = await keepPrintHere(paper)
  const here = Math.max(prints, heard.get(paper) ?? 0) + kept.length - 1
  if (number === null) return here
  const printIds = kept.slice(-maxToldPrints)
  try {
    const { copy } = await ask(printFeeReceipt, { paymentId, printIds })
    heard.set(paper, copy + 1)
    await forgetPrintsHere(paper, printIds)
    return copy
  } catch {
    // Without an answer this device counts; the server hears of it with the next print.
    return here
  }
}

/** Counts the prints of a receipt. @returns the number of the copy, and `count`, which resolves before the paper is printed */
export function usePrintCount(line: PaperLine) {
  const [copy, setCopy] = useState(line.prints)
  const count = async () => {
    const now = await countPrint(line).catch(() => copy)
    // The browser prints what is drawn when it is asked.
    flushSync(() => setCopy(now))
  }
  return { copy, count }
}
