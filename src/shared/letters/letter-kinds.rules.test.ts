import { expect, it } from 'vitest'
import { offerLetters } from './letter-kinds.rules.ts'

it('offers have a page for each letter of the specification', () => {
  expect(new Set(offerLetters).size).toBe(8)
})
