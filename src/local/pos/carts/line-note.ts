// chunk: till-sheets
import { LineNote, maxLineNote } from '#shared/pos/sale.contract.ts'
import type { OpenCart } from '../cart-edit.ts'

/** Returns a note as a sale takes it: trimmed, without direction marks, at most `maxLineNote` long; undefined for none. */
export const toLineNote = (typed: string): string | undefined =>
  LineNote.parse(typed.slice(0, maxLineNote).toWellFormed()) || undefined

/** Returns the cart with this note on one line; undefined takes it off. */
export function withNote(cart: OpenCart, lineId: string, note: string | undefined): OpenCart {
  const lines = cart.lines.map((line) => {
    if (line.id !== lineId) return line
    const { note: _before, ...plain } = line
    return note === undefined ? plain : { ...plain, note }
  })
  return { ...cart, lines }
}
