import fc from 'fast-check'
import { expect, it } from 'vitest'
import { preparePerson } from '#shared/forms/people/person-match.rules.ts'
import { personKeys } from './person.service.ts'

it('gives each key of a person once', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...'abdhlmrsuiy -عبدالرحمنةىو '), maxLength: 24 }),
  )
  const person = fc.record({
    names: fc.array(name, { maxLength: 2 }),
    birthDate: fc.constantFrom(undefined, '2019-03-04', '2019-04-03'),
  })
  fc.assert(
    fc.property(person, (one) => {
      const keys = personKeys(preparePerson(one))
      expect(new Set(keys).size).toBe(keys.length)
    }),
    { numRuns: 500 },
  )
})
