import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wholeQty } from '#shared/kernel/money.ts'
import { LineNote, maxLineNote } from '#shared/pos/sale.contract.ts'
import { itemOf } from '#tests/support/devices/snapshot-kit.ts'
import { addItem, emptyCart } from '../cart-edit.ts'
import { toLineNote, withNote } from './line-note.ts'

const saleId = '01990000-0000-7000-8000-000000000001'
const [tea] = [itemOf(1)]
const cartOf = (...lineIds: string[]) => ({
  ...emptyCart(saleId),
  lines: lineIds.map((id) => ({ id, item: tea, qtyMilli: wholeQty, modifiers: [] })),
})

describe('a note on a line of the cart', () => {
  it('is what the sale takes, whatever was typed', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(' ', 'بصل', '\u202e', '\u2069', '😀', 'a'), maxLength: 120 }),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const note = toLineNote(text)
        if (note === undefined) return
        expect(note).not.toBe('')
        expect(note.length).toBeLessThanOrEqual(maxLineNote)
        expect(note).not.toMatch(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/)
        expect(note.isWellFormed()).toBe(true)
        expect(LineNote.parse(note)).toBe(note)
      }),
    )
    expect(toLineNote(' بدون بصل ')).toBe('بدون بصل')
    expect(toLineNote(' \u202e ')).toBeUndefined()
  })

  it('is put on one line only, and taken off again', () => {
    const cart = cartOf('a', 'b')
    const noted = withNote(cart, 'b', 'no onions')
    expect(noted.lines.map(({ note }) => note)).toEqual([undefined, 'no onions'])
    expect(withNote(noted, 'b', undefined)).toEqual(cart)
  })

  it('keeps its line apart: the same item, rung up again, is another line', () => {
    const noted = withNote(addItem(cartOf(), tea, [], 'a'), 'a', 'no onions')
    const twice = addItem(addItem(noted, tea, [], 'b'), tea, [], 'c')
    expect(twice.lines.map(({ id, qtyMilli, note }) => [id, qtyMilli / wholeQty, note])).toEqual([
      ['a', 1, 'no onions'],
      ['b', 2, undefined],
    ])
    expect(withNote(twice, 'b', 'no onions').lines).toHaveLength(2)
  })
})
