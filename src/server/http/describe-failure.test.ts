import { expect, it } from 'vitest'
import { describeFailure } from './describe-failure.ts'

it('keeps what the language says about the program, but no address: its query may hold a token', () => {
  expect(describeFailure(new TypeError('x is not a function'))).toMatchObject({ message: 'x is not a function' })
  const failure = describeFailure(new TypeError('Failed to parse URL from http://alnoor.1/offer?offerLetterToken=abc'))
  expect(JSON.stringify(failure)).not.toMatch(/abc|alnoor/)
})
