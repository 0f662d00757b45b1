import { describe, expect, it } from 'vitest'
import { allocate } from './allocation.rules.ts'

describe('what a payment settles', () => {
  const item = (chargeId: string, more: Partial<Parameters<typeof allocate>[1][number]> = {}) => ({
    chargeId,
    open: 100,
    dueOn: '2030-09-01',
    priority: 1,
    bornOn: '2020-01-01',
    ...more,
  })

  it('FEE-24: goes by choice, then due date, component and elder child, each with its reason; the rest is credit', () => {
    const items = [
      item('late', { dueOn: '2031-01-01' }),
      item('younger', { bornOn: '2022-01-01' }),
      item('books', { priority: 2 }),
      item('elder'),
      item('chosen', { dueOn: '2032-01-01' }),
    ]
    const { allocated, credit } = allocate(550, items, [{ chargeId: 'chosen', amount: 60 }])
    expect(allocated.map(({ chargeId, amount, reason }) => [chargeId, amount, reason])).toEqual([
      ['chosen', 60, 'chosen'],
      ['elder', 100, 'elder'],
      ['younger', 100, 'elder'],
      ['books', 100, 'component'],
      ['late', 100, 'due-date'],
      ['chosen', 40, 'due-date'],
    ])
    expect(credit).toBe(50)
  })

  it('never gives an item more than is open on it, nor more than came', () => {
    const { allocated, credit } = allocate(120, [item('a'), item('b')], [{ chargeId: 'a', amount: 500 }])
    expect(allocated.map(({ amount }) => amount)).toEqual([100, 20])
    expect(credit).toBe(0)
    expect(allocate(50, [], [{ chargeId: 'gone', amount: 50 }])).toEqual({ allocated: [], credit: 50 })
  })
})
