import { expect, it } from 'vitest'
import { storableText } from './storable-text.ts'

it('mends every text wherever it is, and leaves all else as it was', () => {
  const cut = '🥪'.slice(0, 1)
  const sale = {
    reason: `a${cut}`,
    lines: [{ name: { en: 'a\u0000b', ar: 'شطيرة 🥪' }, qty: 3 }],
    none: null,
    is: true,
  }
  expect(storableText(sale)).toEqual({
    reason: 'a\ufffd',
    lines: [{ name: { en: 'ab', ar: 'شطيرة 🥪' }, qty: 3 }],
    none: null,
    is: true,
  })
})
