import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Allergen } from '#shared/contract/catalogue.ts'
import { allergensNamed } from './allergen-words.rules.ts'

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
