import { expect, it } from 'vitest'
import { isOwnLetter, ownLettersOf } from '#shared/school/own-letters.rules.ts'
import { offerLetters } from './letter-kinds.rules.ts'

const offersOf = (chosen: readonly string[]) => offerLetters.filter((each) => isOwnLetter(each, chosen))

it('leaves a school the letters of every school and those that it has chosen', () => {
  expect(offersOf(ownLettersOf('alnoor'))).toEqual(['offer-letter', 'conditional-offer-letter'])
  expect(offersOf(ownLettersOf(undefined))).toEqual(offersOf([]))
  expect(offersOf(['zaya-offer-letter'])).toEqual(['offer-letter', 'zaya-offer-letter', 'conditional-offer-letter'])
  expect(offersOf(ownLettersOf('fls'))).toEqual([
    'offer-letter',
    'fls-offer-letter',
    'conditional-offer-letter',
    'fls-conditional-offer-letter',
  ])
})
