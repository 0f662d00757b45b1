import { describe, expect, it } from 'vitest'
import { feePackOf } from './fee-packs.rules.ts'
import { type RiseAsk, riseFault } from './rise.rules.ts'

const ask = (amount: number, before: RiseAsk['before'], more: Partial<RiseAsk> = {}): RiseAsk => ({
  year: 2026,
  yearStartsOn: '2026-09-01',
  amount,
  before,
  isApproved: true,
  registeredOn: null,
  ...more,
})
const of = (year: number, amount: number) => ({ year, amount })

describe('rises of fees', () => {
  it('Qatar: only with an approval, and not twice in two years', () => {
    const qatar = feePackOf('qatar', 2026)
    const fault = (...args: Parameters<typeof ask>) => riseFault(qatar, ask(...args))
    expect(fault(101, [of(2025, 100)])).toBeUndefined()
    expect(fault(101, [of(2025, 100)], { isApproved: false })).toEqual({
      rule: 'rise-unapproved',
      asked: 101,
      before: 100,
    })
    expect(fault(100, [of(2025, 100)], { isApproved: false })).toBeUndefined()
    expect(fault(102, [of(2025, 101), of(2024, 100)])).toEqual({ rule: 'rise-too-soon', year: 2025, from: 2027 })
    expect(fault(101, [of(2025, 101), of(2024, 100)])).toBeUndefined()
    expect(fault(102, [of(2025, 101), of(2024, 101), of(2023, 100)])).toBeUndefined()
    expect(fault(103, [of(2026, 102), of(2025, 101)])).toEqual({ rule: 'rise-too-soon', year: 2026, from: 2028 })
    expect(fault(103, [of(2026, 101), of(2025, 101)])).toBeUndefined()
  })

  it('Saudi Arabia: registered a year ahead, and no rise within a year', () => {
    const saudi = feePackOf('saudi', 2026)
    const fault = (...args: Parameters<typeof ask>) => riseFault(saudi, ask(...args))
    expect(fault(100, [], { registeredOn: '2025-09-01' })).toBeUndefined()
    expect(fault(100, [], { registeredOn: '2025-09-02' })).toEqual({
      rule: 'registered-late',
      on: '2025-09-02',
      until: '2025-09-01',
    })
    expect(fault(100, [])).toMatchObject({ rule: 'registered-late', on: null })
    expect(fault(0, [])).toBeUndefined()
    const registered = { registeredOn: '2025-06-01' }
    expect(fault(101, [of(2026, 100)], registered)).toEqual({ rule: 'rise-within-year', asked: 101, before: 100 })
    expect(fault(99, [of(2026, 100)], registered)).toBeUndefined()
    expect(fault(102, [of(2025, 101), of(2024, 100)], { ...registered, isApproved: false })).toBeUndefined()
  })

  it('nothing is refused where no rule on rises is known', () => {
    expect(riseFault(feePackOf('dubai', 2026), ask(200, [of(2026, 100)], { isApproved: false }))).toBeUndefined()
    expect(riseFault(undefined, ask(200, [of(2026, 100)]))).toBeUndefined()
  })
})
