// chunk: till-sheets
import { store } from '#client/platform/store.ts'
import type { CartLine } from '#shared/pos/cart.rules.ts'
import { cartAtom, undoAtom } from './cart.atoms.ts'

export type LineTerms = Pick<CartLine, 'discount' | 'price'>

/** Returns a line with this discount and price; what is not given is taken off. */
export function withTerms(line: CartLine, terms: LineTerms): CartLine {
  const { discount: _discount, price: _price, ...plain } = line
  return { ...plain, ...terms }
}

/** Sets the discount and the price of one line of the open cart. */
export function setTerms(lineId: string, terms: LineTerms): void {
  const cart = store.get(cartAtom)
  if (!cart) return
  const lines = cart.lines.map((line) => (line.id === lineId ? withTerms(line, terms) : line))
  store.set(undoAtom, null)
  store.set(cartAtom, { ...cart, lines })
}
