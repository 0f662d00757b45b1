import fc from 'fast-check'
import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { TopUpLimitsInput } from './top-up-limits.contract.ts'
import { topUpFault } from './top-up-limits.rules.ts'

const limits = { least: minor(1000), most: minor(50_000), balance: minor(100_000) }

it('takes what lies on a bound, and names the one that is crossed by one', () => {
  const fault = (amount: number, balance = 0) => topUpFault(minor(amount), minor(balance), limits)
  expect([fault(999), fault(1000), fault(50_000), fault(50_001)]).toEqual([
    'account.top-up-small',
    undefined,
    undefined,
    'account.top-up-large',
  ])
  expect([fault(1000, 99_000), fault(1000, 99_001), fault(50_000, -500)]).toEqual([
    undefined,
    'account.top-up-full',
    undefined,
  ])
})

it('takes every amount of a school that has set nothing', () => {
  const amounts = fc.integer({ min: 1, max: 1_000_000_000 })
  const none = { least: null, most: null, balance: null }
  fc.assert(
    fc.property(amounts, amounts, fc.constantFrom(none, null, undefined), (amount, balance, unset) => {
      expect(topUpFault(minor(amount), minor(balance), unset)).toBeUndefined()
    }),
  )
})

it('is saved only with an amount between its bounds', () => {
  const wrong = (change: object) => TopUpLimitsInput.safeParse({ ...limits, ...change }).error?.issues[0]?.path
  expect([
    wrong({}),
    wrong({ most: 1000 }),
    wrong({ most: 999 }),
    wrong({ balance: 999 }),
    wrong({ least: 0 }),
  ]).toEqual([undefined, undefined, ['most'], ['balance'], ['least']])
})
