import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { type SpendingInput, spending } from './account.rules.ts'

const today = '2026-09-01'

/** 10.000 on the account, no limit, in contact: 10.000 to spend. */
const plain: SpendingInput = {
  customer: { dailyLimit: null, overdraft: minor(0) },
  balance: { balance: minor(10_000), spentOn: null, spent: minor(0) },
  businessDay: today,
  unconfirmed: 0,
  unconfirmedToday: 0,
  inContact: true,
  offlineAllowance: 0,
}
const limit = (dailyLimit: number, overdraft = 0) => ({ dailyLimit: minor(dailyLimit), overdraft: minor(overdraft) })
const known = (balance: number, spentOn: string | null = null, spent = 0) => ({
  balance: minor(balance),
  spentOn,
  spent: minor(spent),
})

describe('spending is bound by', () => {
  it.each<[string, Partial<SpendingInput>, number, string]>([
    ['the balance', {}, 10_000, 'funds'],
    ['balance and overdraft', { customer: { dailyLimit: null, overdraft: minor(2_000) } }, 12_000, 'funds'],
    ['what is left of the overdraft', { ...over(2_000), balance: known(-1_500) }, 500, 'funds'],
    ['nothing below the overdraft', { ...over(2_000), balance: known(-2_500) }, 0, 'funds'],
    ['the overdraft alone for an unknown account', { ...over(2_000), balance: undefined }, 2_000, 'funds'],
    ['funds less what the server has not heard of', { unconfirmed: 4_000 }, 6_000, 'funds'],
    ['the daily limit', { customer: limit(3_000) }, 3_000, 'daily-limit'],
    ['a daily limit of nothing', { customer: limit(0) }, 0, 'daily-limit'],
    [
      'the limit less what was spent',
      { customer: limit(3_000), balance: known(10_000, today, 1_000) },
      2_000,
      'daily-limit',
    ],
    [
      'the limit afresh on a new day',
      { customer: limit(3_000), balance: known(10_000, '2026-08-31', 3_000) },
      3_000,
      'daily-limit',
    ],
    [
      'the limit less this device today',
      { customer: limit(3_000), unconfirmed: 900, unconfirmedToday: 700 },
      2_300,
      'daily-limit',
    ],
    [
      'the limit, confirmed and not',
      { customer: limit(3_000), balance: known(10_000, today, 1_000), unconfirmed: 700, unconfirmedToday: 700 },
      1_300,
      'daily-limit',
    ],
    [
      'no less than nothing after a lowered limit',
      { customer: limit(500), balance: known(10_000, today, 1_000) },
      0,
      'daily-limit',
    ],
    ['the allowance without contact', { inContact: false, offlineAllowance: 1_500 }, 1_500, 'offline-allowance'],
    [
      'the rest of the allowance',
      { inContact: false, offlineAllowance: 1_500, unconfirmed: 1_200 },
      300,
      'offline-allowance',
    ],
    ['no allowance at all', { inContact: false }, 0, 'offline-allowance'],
    ['funds below the allowance', { inContact: false, offlineAllowance: 50_000 }, 10_000, 'funds'],
    [
      'the limit below the allowance',
      { inContact: false, offlineAllowance: 5_000, customer: limit(3_000) },
      3_000,
      'daily-limit',
    ],
    [
      'the first of two equal bounds',
      { inContact: false, offlineAllowance: 10_000, customer: limit(10_000) },
      10_000,
      'funds',
    ],
  ])('%s', (_, change, spendable, boundBy) => {
    expect(spending({ ...plain, ...change })).toMatchObject({ spendable, boundBy })
  })

  it('does not look at the allowance while the server answers', () => {
    expect(spending({ ...plain, offlineAllowance: 1 }).spendable).toBe(10_000)
  })
})

function over(overdraft: number): Pick<SpendingInput, 'customer'> {
  return { customer: { dailyLimit: null, overdraft: minor(overdraft) } }
}

describe('spending shows', () => {
  it('a negative balance as it is, and today without yesterday', () => {
    const shown = spending({
      ...plain,
      balance: known(-300, '2026-08-31', 900),
      unconfirmed: 500,
      unconfirmedToday: 200,
    })
    expect(shown).toEqual({ balance: -800, spentToday: 200, spendable: 0, boundBy: 'funds' })
  })
})

const amount = fc.integer({ min: 0, max: 50_000 })
const input: fc.Arbitrary<SpendingInput> = fc
  .record({
    overdraft: amount,
    dailyLimit: fc.option(amount),
    balance: fc.option(fc.integer({ min: -50_000, max: 50_000 }), { nil: undefined }),
    spentOn: fc.constantFrom(null, today, '2026-08-31', '2026-09-02'),
    spent: amount,
    unconfirmed: amount,
    before: amount,
    inContact: fc.boolean(),
    offlineAllowance: amount,
  })
  .map((r) => ({
    customer: { overdraft: minor(r.overdraft), dailyLimit: r.dailyLimit === null ? null : minor(r.dailyLimit) },
    balance: r.balance === undefined ? undefined : known(r.balance, r.spentOn, r.spent),
    businessDay: today,
    unconfirmed: r.unconfirmed + r.before,
    unconfirmedToday: r.unconfirmed,
    inContact: r.inContact,
    offlineAllowance: r.offlineAllowance,
  }))

describe('spending, whatever the account', () => {
  it('is never negative and respects every bound, one of them exactly', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { spendable, balance, spentToday, boundBy } = spending(given)
        const { dailyLimit, overdraft } = given.customer
        const bounds = {
          funds: balance + overdraft,
          'daily-limit': dailyLimit === null ? Number.POSITIVE_INFINITY : dailyLimit - spentToday,
          'offline-allowance': given.inContact ? Number.POSITIVE_INFINITY : given.offlineAllowance - given.unconfirmed,
        }
        expect(spendable).toBe(Math.max(0, Math.min(...Object.values(bounds))))
        expect(spendable).toBe(Math.max(0, bounds[boundBy]))
      }),
      { numRuns: 1_000 },
    )
  })

  it('goes down by exactly what is bought, until nothing is left', () => {
    fc.assert(
      fc.property(input, fc.double({ min: 0, max: 1, noNaN: true }), (given, portion) => {
        const before = spending(given).spendable
        const bought = Math.floor(before * portion)
        const after = spending({
          ...given,
          unconfirmed: given.unconfirmed + bought,
          unconfirmedToday: given.unconfirmedToday + bought,
        })
        if (before > 0) expect(after.spendable).toBe(before - bought)
        else expect(after.spendable).toBe(0)
      }),
      { numRuns: 1_000 },
    )
  })

  it('does not change when the server confirms what this device sold', () => {
    fc.assert(
      fc.property(input, (given) => {
        fc.pre(given.inContact && given.balance !== undefined)
        const old = given.balance ?? known(0)
        const confirmed = known(
          old.balance - given.unconfirmed,
          today,
          (old.spentOn === today ? old.spent : 0) + given.unconfirmedToday,
        )
        expect(spending({ ...given, balance: confirmed, unconfirmed: 0, unconfirmedToday: 0 })).toEqual(spending(given))
      }),
    )
  })

  it('never lets lost contact raise what may be spent', () => {
    fc.assert(
      fc.property(input, (given) => {
        const cutOff = spending({ ...given, inContact: false }).spendable
        expect(cutOff).toBeLessThanOrEqual(spending({ ...given, inContact: true }).spendable)
      }),
    )
  })
})
