import { expect, it } from 'vitest'
import { usualRouting } from '#shared/school/office-forms.rules.ts'
import { isEmptyScope, isInScope } from './submission-scope.rules.ts'

const nothing = { families: false, work: false, office: [] }

it('reads an office form by its name, whatever its purpose, and any other by its purpose', () => {
  const hr = { ...nothing, work: true }
  const officer = { ...nothing, families: true }
  const routed = { ...nothing, office: ['mogra-hr' as const] }
  const jobs = { slug: 'hr', purpose: 'hr' as const }
  const mogra = { slug: 'mogra-hr', purpose: 'hr' as const }
  const enquiry = { slug: 'enquiry', purpose: 'enquiry' as const }
  expect([jobs, mogra, enquiry].map((each) => isInScope(hr, each))).toEqual([true, false, false])
  expect([jobs, mogra, enquiry].map((each) => isInScope(officer, each))).toEqual([false, false, true])
  expect([jobs, mogra, enquiry].map((each) => isInScope(routed, each))).toEqual([false, true, false])
})

it('leaves no office form without a reader, and knows an empty scope', () => {
  expect(Object.values(usualRouting).every(({ length }) => length > 0)).toBe(true)
  expect(isEmptyScope(nothing)).toBe(true)
  expect(isEmptyScope({ ...nothing, work: true })).toBe(false)
})
