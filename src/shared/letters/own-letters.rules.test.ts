import { expect, it } from 'vitest'
import { offerLetters } from './letter-kinds.rules.ts'
import { isOwnLetter } from './own-letters.rules.ts'

const offersOf = (code: string | undefined) => offerLetters.filter((each) => isOwnLetter(each, code))

it('leaves a school the letters of every school and its own, and none of another', () => {
  expect(offersOf('alnoor')).toEqual(['offer-letter', 'conditional-offer-letter'])
  expect(offersOf(undefined)).toEqual(offersOf('alnoor'))
  expect(offersOf('zaya')).toEqual(['offer-letter', 'zaya-offer-letter', 'conditional-offer-letter'])
  expect(offersOf('fls')).toEqual([
    'offer-letter',
    'fls-offer-letter',
    'conditional-offer-letter',
    'fls-conditional-offer-letter',
  ])
})
