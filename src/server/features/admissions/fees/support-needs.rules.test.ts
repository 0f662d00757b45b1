import { expect, it } from 'vitest'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { hasSupportNeeds } from './student-notice.service.ts'

const form: FormDefinition = {
  purpose: 'admission',
  title: { en: 'x', ar: 'x' },
  contact: { name: 'name', email: 'email' },
  subject: { block: 'children', name: 'name' },
  next: [],
  pages: [],
}

it('is what the family says of this child, or of the application where it asks once', () => {
  const children = [{ name: 'A', support_state: 'none' }, { name: 'B', support_state: 'plan' }, { name: 'C' }]
  const of = (place: number, more = {}) => hasSupportNeeds(form, { children, ...more }, place)
  expect([of(0), of(1), of(2)]).toEqual([false, true, false])
  expect(of(2, { support_state: 'assessing' })).toBe(true)
  expect(of(0, { support_state: 'assessing' })).toBe(false)
})
