import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Cheque,
  chequeActs,
  chequeActsOf,
  chequeAges,
  isPromised,
  nextCheque,
  reopenedBy,
} from './cheque.rules.ts'

const cheque = (more: Partial<Cheque> = {}): Cheque => ({
  state: 'held',
  amount: 500_000,
  datedOn: '2027-01-24',
  lastOn: '2026-11-25',
  ...more,
})

describe('a cheque', () => {
  it('FEE-28: dated in 60 days cannot be deposited before, is not paid, and ageing counts it once', () => {
    expect(nextCheque(cheque(), { act: 'deposit', on: '2027-01-23' })).toEqual({ fault: 'before-date' })
    expect(nextCheque(cheque(), { act: 'deposit', on: '2027-01-24' })).toEqual({ state: 'deposited' })
    expect(isPromised('held')).toBe(true)
    expect(chequeAges([cheque()], '2026-11-25')).toEqual({ due: 0, postDated: 500_000, atBank: 0 })
    expect(chequeAges([cheque()], '2027-01-24')).toEqual({ due: 500_000, postDated: 0, atBank: 0 })
    expect(chequeAges([cheque({ state: 'deposited' }), cheque({ state: 'cleared' })], '2027-01-24')).toEqual({
      due: 0,
      postDated: 0,
      atBank: 500_000,
    })
  })

  it('FEE-29: may bounce after it has cleared, and all of it is owed again', () => {
    expect(nextCheque(cheque({ state: 'cleared' }), { act: 'bounce', on: '2027-02-01' })).toEqual({ state: 'bounced' })
    expect(reopenedBy({ state: 'bounced', amount: 500_000, cleared: 0 })).toBe(500_000)
  })

  it('FEE-30: part-cleared 3,000 of 5,000 leaves 2,000 open', () => {
    const step = (cleared: number) =>
      nextCheque(cheque({ state: 'deposited' }), { act: 'part-clear', on: '2027-02-01', cleared })
    expect(step(300_000)).toEqual({ state: 'part-cleared' })
    expect(reopenedBy({ state: 'part-cleared', amount: 500_000, cleared: 300_000 })).toBe(200_000)
    expect([0, 500_000, -1].map(step)).toEqual([{ fault: 'amount' }, { fault: 'amount' }, { fault: 'amount' }])
  })

  it('takes no step before the last one and none that its state does not have', () => {
    expect(nextCheque(cheque(), { act: 'withdraw', on: '2026-11-24' })).toEqual({ fault: 'before-last' })
    expect(nextCheque(cheque(), { act: 'clear', on: '2027-02-01' })).toEqual({ fault: 'not-possible' })
    expect(chequeActsOf('returned')).toEqual([])
    const acts = fc.array(fc.constantFrom(...chequeActs), { maxLength: 12 })
    fc.assert(
      fc.property(acts, (steps) => {
        let state = cheque({ state: 'received' }).state
        for (const act of steps) {
          const next = nextCheque(cheque({ state, lastOn: '2027-02-01' }), { act, on: '2027-02-01', cleared: 1 })
          expect('state' in next).toBe(chequeActsOf(state).includes(act))
          if (state === 'returned') expect(next).toEqual({ fault: 'not-possible' })
          state = 'state' in next ? next.state : state
        }
      }),
    )
  })
})
