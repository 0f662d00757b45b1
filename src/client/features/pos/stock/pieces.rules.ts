import { latinDigits } from '#shared/kernel/digits.ts'
import { wholeQty } from '#shared/kernel/money.ts'
import { maxStockMilli } from '#shared/pos/stock/stock.contract.ts'

/** Reads a number of pieces as it is typed, in any digits, with up to three decimals; undefined where it is none. Thousandths. */
export function readPieces(text: string): number | undefined {
  const plain = latinDigits(text.trim()).replace(/[٫,]/, '.')
  if (!/^\d{1,6}(?:\.\d{1,3})?$/.test(plain)) return undefined
  const milli = Math.round(Number(plain) * wholeQty)
  return milli <= maxStockMilli ? milli : undefined
}
