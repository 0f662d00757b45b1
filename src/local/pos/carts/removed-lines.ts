// chunk: till-later
import { type Minor, minor, sum } from '#shared/kernel/money.ts'
import type { CartLine } from '#shared/pos/cart.rules.ts'
import type { RemovedLine } from '#shared/pos/sale.contract.ts'
import type { OpenCart } from '../cart-edit.ts'

/** Most that one sale tells of (`Sale.removed`). */
const mostRemoved = 50

/** When an id of version 7 was minted, in ms: a line is as old as its id. */
const mintedMs = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

const unitPrice = ({ item, price, modifiers }: CartLine): Minor =>
  minor(Math.max(0, sum([price?.amount ?? item.price, ...modifiers.map((m) => m.priceDelta)])))

/** A line, or some of its pieces, as taken out of the cart now. */
export const asRemoved = (line: CartLine, qtyMilli: number, nowMs: number): RemovedLine => ({
  itemId: line.item.id,
  name: line.item.name,
  qtyMilli,
  price: unitPrice(line),
  secondsAfterAdding: Math.max(0, Math.round((nowMs - mintedMs(line.id)) / 1000)),
})

/** Returns what a change has taken out of a cart: whole lines, and pieces of lines that became fewer. */
export const removedBetween = (
  before: Pick<OpenCart, 'lines'>,
  after: Pick<OpenCart, 'lines'>,
  nowMs: number,
): RemovedLine[] =>
  before.lines.flatMap((line) => {
    const kept = after.lines.find(({ id }) => id === line.id)?.qtyMilli ?? 0
    return kept < line.qtyMilli ? [asRemoved(line, line.qtyMilli - kept, nowMs)] : []
  })

/** Everything that was ever in a cart which is given up now. */
export const allRemoved = (
  { lines, removed = [] }: Pick<OpenCart, 'lines' | 'removed'>,
  nowMs: number,
): RemovedLine[] => [...removed, ...lines.map((line) => asRemoved(line, line.qtyMilli, nowMs))]

/** Adds to what was taken out before; the oldest give way when there are too many. */
export const addRemoved = (removed: readonly RemovedLine[] = [], more: readonly RemovedLine[] = []): RemovedLine[] =>
  [...removed, ...more].slice(-mostRemoved)
