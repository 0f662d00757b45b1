// chunk: till-sheets
import { useState } from 'react'
import { useTill } from '#client/platform/offline/open-till.ts'
import type { CartLine } from '#shared/pos/cart.rules.ts'
import { entryAmount, entryPercent } from '../payment/number-entry.ts'
import { actor } from '../receipts/sale.actions.ts'
import { type LineTerms, withTerms } from './line-terms.actions.ts'

export type Part = 'quantity' | 'percent' | 'amount' | 'price'

/** Most pieces of one line, as the cart takes them. */
const maxPieces = 999

/** What was typed, as a change of the line; undefined for what is no change. */
export function useLineEntry(line: CartLine) {
  const till = useTill()
  const { currency } = till.settings
  const [part, setPart] = useState<Part>('quantity')
  const [entry, setEntry] = useState('')
  const [reason, setReason] = useState(line.discount?.reason ?? line.price?.reason ?? '')
  const given = { reason: reason.trim(), by: actor().userId }
  const amount = entryAmount(entry, currency)
  const pieces = /^\d+$/.test(entry) ? Number(entry) : undefined
  const gross = till.priceCart({ lines: [line], discount: null }).totals.gross
  const read = (): LineTerms | undefined => {
    const { discount, price } = line
    if (part === 'price')
      return amount === undefined ? undefined : { ...(discount && { discount }), price: { amount, ...given } }
    const value = part === 'percent' ? entryPercent(entry) : amount
    if (!value || (part === 'amount' && value > gross)) return undefined
    return { ...(price && { price }), discount: { kind: part === 'percent' ? 'ppm' : 'amount', value, ...given } }
  }
  const terms = part === 'quantity' ? undefined : read()
  const isQuantity = part === 'quantity' && pieces !== undefined && pieces > 0 && pieces <= maxPieces
  return {
    part,
    choose: (next: Part) => {
      setPart(next)
      setEntry('')
    },
    entry,
    setEntry,
    reason,
    setReason,
    pieces,
    terms,
    after: terms && till.priceCart({ lines: [withTerms(line, terms)], discount: null }).totals.total,
    isReady: part === 'quantity' ? isQuantity : terms !== undefined && given.reason !== '',
    currency,
  }
}

export type LineEntry = ReturnType<typeof useLineEntry>
