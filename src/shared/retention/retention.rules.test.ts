import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayAfter } from '#shared/kernel/time.ts'
import { addCounts, erasesOn, isHeld, noCounts } from './retention.rules.ts'

const days = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const months = fc.integer({ min: 1, max: 120 })

it('never shortens, whatever is added: more months, a later day or a hold', () => {
  fc.assert(
    fc.property(days, months, days, (closedOn, keep, until) => {
      const over = erasesOn(closedOn, keep, null) ?? ''
      expect(over > closedOn).toBe(true)
      expect((erasesOn(closedOn, keep + 1, null) ?? '') >= over).toBe(true)
      expect((erasesOn(dayAfter(closedOn, 1), keep, null) ?? '') >= over).toBe(true)
      const held = erasesOn(closedOn, keep, { untilDay: until }) ?? ''
      expect(held >= over && held > until).toBe(true)
      expect(held === over || held === dayAfter(until, 1)).toBe(true)
    }),
  )
})

it('names no day where somebody has to decide', () => {
  expect(erasesOn('2030-03-03', null, null)).toBeNull()
  expect(erasesOn('2030-03-03', 12, { untilDay: null })).toBeNull()
})

it('is held until the end of the last day', () => {
  expect(isHeld({ untilDay: '2030-03-03' }, '2030-03-03')).toBe(true)
  expect(isHeld({ untilDay: '2030-03-03' }, '2030-03-04')).toBe(false)
  expect([isHeld({ untilDay: null }, '2099-01-01'), isHeld(null, '2030-03-03')]).toEqual([true, false])
})

it('adds up', () => {
  expect(addCounts([])).toEqual(noCounts)
  const one = { ...noCounts, mails: 2, guardiansKept: 1 }
  expect(addCounts([one, { ...one, files: 3 }])).toEqual({ ...noCounts, mails: 4, files: 3, guardiansKept: 2 })
})
