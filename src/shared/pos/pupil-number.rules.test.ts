import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextPupilNumber } from './pupil-number.rules.ts'

const usual = { prefix: '', withYear: true, digits: 4 }

it('runs on through the years, no matter who else has numbers of another kind', () => {
  expect(nextPupilNumber(usual, 2030, [])).toBe('20300001')
  expect(nextPupilNumber(usual, 2030, ['20191007', '20261003', 'A9', 'P-77', '123'])).toBe('20301008')
  expect(nextPupilNumber({ prefix: 'ANS-', withYear: false, digits: 5 }, 2030, ['ANS-00041', '99999'])).toBe(
    'ANS-00042',
  )
  expect(nextPupilNumber({ ...usual, digits: 3 }, 2030, ['2026999'])).toBe('20301000')
})

const numbering = fc.record({
  prefix: fc.constantFrom('', 'S', 'ANS-', '7/'),
  withYear: fc.boolean(),
  digits: fc.integer({ min: 3, max: 8 }),
})

it('gives nobody a number that another has, however many are given out', () => {
  const years = fc.array(fc.integer({ min: 2020, max: 2040 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(numbering, years, fc.array(fc.stringMatching(/^[S7/0-9-]{1,12}$/)), (by, inYears, before) => {
      const inUse = [...before]
      for (const year of inYears) {
        const next = nextPupilNumber(by, year, inUse)
        expect(inUse).not.toContain(next)
        expect(next.startsWith(by.prefix + (by.withYear ? year : ''))).toBe(true)
        inUse.push(next)
      }
    }),
  )
})
