import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SchoolCode } from '#shared/kernel/fields.ts'
import { proposeSchoolCode, schoolCodeProblem } from './school-code.rules.ts'

it.each([
  ['alnoor', undefined],
  ['al-noor-2', undefined],
  ['www', 'reserved'],
  ['admin', 'reserved'],
  ['localhost', 'reserved'],
  ['a', 'malformed'],
  ['Alnoor', 'malformed'],
  ['2nd', 'malformed'],
  ['al_noor', 'malformed'],
  ['alnoor-', 'malformed'],
  ['xn--mgb', 'malformed'],
  ['al.noor', 'malformed'],
  ['النور', 'malformed'],
  ['a'.repeat(32), 'malformed'],
])('judges the code %j as %j', (code, problem) => {
  expect(schoolCodeProblem(code)).toBe(problem)
})

it.each([
  ['Al Noor International School', 'alnoor'],
  ['The Pearl School of Doha', 'pearldoha'],
  ['École Française', 'ecolefrancaise'],
  ["Queen's College", 'queens'],
  ['1st Steps', 'ststeps'],
  ['International School', 'internationalschool'],
  ['مدرسة النور', ''],
])('proposes for %j the code %j', (name, code) => {
  expect(proposeSchoolCode(name)).toBe(code)
})

it('accepts only what the contract accepts, whatever is typed or proposed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9-]{1,40}$/)), (text) => {
      if (schoolCodeProblem(text) === undefined) expect(SchoolCode.safeParse(text).success).toBe(true)
      const proposed = proposeSchoolCode(text)
      if (proposed !== '') expect(schoolCodeProblem(proposed)).not.toBe('malformed')
    }),
  )
})
