import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Allergen } from '#shared/pos/catalogue.contract.ts'
import { allergensNamed, hasMoreText } from './allergen-words.rules.ts'

it.each([
  ['Peanuts and cashew nuts: carries an EpiPen', ['nuts', 'peanut']],
  ['PEANUT', ['peanut']],
  ['Coeliac; a little lactose is fine', ['gluten', 'milk']],
  ['حساسية من البيض والمكسرات', ['egg', 'nuts']],
  ['الحليب ومشتقاته، والسمسم', ['milk', 'sesame']],
  // One too many, which warns too often rather than not at all.
  ['Shellfish', ['crustacean', 'fish', 'mollusc']],
  ['Penicillin, cats, dust', []],
  ['', []],
])('reads %s', (words, found) => {
  expect(allergensNamed(words)).toEqual(found)
})

it('never forgets what more words name besides', () => {
  fc.assert(
    fc.property(fc.subarray([...Allergen.options]), fc.string(), (named, more) => {
      const words = named.map((each) => (each === 'nuts' ? 'nuts' : each)).join(', ')
      expect(allergensNamed(`${words}, ${more}`)).toEqual(expect.arrayContaining(named))
    }),
  )
})

it.each([
  ['', false],
  ['None', false],
  ['No known allergies.', false],
  ['لا يوجد', false],
  ['ليس لديها حساسية', false],
  ['Peanuts, milk', false],
  ['الحليب والسمسم', false],
  ['Kiwi', true],
  ['Peanuts and kiwi', true],
  ['Milk: carries an EpiPen', true],
  ['الفراولة', true],
])('asks somebody to read “%s”: %s', (words, more) => {
  expect(hasMoreText(words)).toBe(more)
})

it('asks somebody to read whatever is written besides, and never what names only what is known', () => {
  fc.assert(
    fc.property(fc.subarray([...Allergen.options]), fc.stringMatching(/^[b-df-hj-np-tv-z]{4,9}$/), (named, word) => {
      expect(hasMoreText(named.join(', '))).toBe(false)
      expect(hasMoreText(`${named.join(', ')} ${word}`)).toBe(allergensNamed(word).length === 0)
    }),
  )
})
