import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FormDefinition } from '#shared/contract/form-definition.ts'
import { workingDayAfter } from './school-days.rules.ts'
import { statesSupportNeeds } from './support-needs.rules.ts'

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
  const of = (place: number, more = {}) => statesSupportNeeds(form, { children, ...more }, place)
  expect([of(0), of(1), of(2)]).toEqual([false, true, false])
  expect(of(2, { support_state: 'assessing' })).toBe(true)
  expect(of(0, { support_state: 'assessing' })).toBe(false)
})

it('counts working days alone, whatever the weekend', () => {
  expect(workingDayAfter('2030-03-01', 2, [6, 0])).toBe('2030-03-05')
  expect(workingDayAfter('2030-02-28', 2, [5, 6])).toBe('2030-03-04')
  const weekends = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 12 }),
      weekends,
      (shift, count, weekend) => {
        const day = new Date(Date.UTC(2030, 0, shift)).toISOString().slice(0, 10)
        const end = workingDayAfter(day, count, weekend)
        let seen = 0
        for (let at = Date.parse(day) + 86_400_000; at <= Date.parse(end); at += 86_400_000)
          if (!weekend.includes(new Date(at).getUTCDay())) seen += 1
        expect(seen).toBe(count)
        expect(weekend).not.toContain(new Date(end).getUTCDay())
      },
    ),
  )
})
