import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import type { Entitlement } from '#shared/pos/entitlement.contract.ts'
import { coverOf, entitledOn } from '#shared/pos/entitlement.rules.ts'
import { type SpendingInput, spending } from './account.rules.ts'

const dayAt = (n: number) => toInstant(Date.UTC(2030, 8, 1) + n * dayMs).slice(0, 10)
/** A Sunday. */
const today = dayAt(0)
const everyDay = [0, 1, 2, 3, 4, 5, 6]
const lunch = (more: Partial<Entitlement> = {}): Entitlement => ({
  amount: minor(1500),
  weekdays: [0, 1, 2, 3, 4],
  from: dayAt(-30),
  until: null,
  ...more,
})

const word = fc.record({
  amount: fc.integer({ min: 0, max: 3000 }).map(minor),
  weekdays: fc.subarray(everyDay),
  from: fc.integer({ min: -20, max: 20 }).map(dayAt),
  until: fc.option(fc.integer({ min: -20, max: 40 }).map(dayAt)),
})
const words = fc.array(word, { maxLength: 5 })

const money = fc.integer({ min: 0, max: 5000 })
const account = fc.record({
  balance: fc.integer({ min: -3000, max: 5000 }),
  spent: money,
  overdraft: money,
  dailyLimit: fc.option(money),
  covered: money,
  entitled: money,
  unconfirmed: money,
  before: money,
  inContact: fc.boolean(),
  offlineAllowance: money,
})

describe('what a till shows of an account', () => {
  const of = (r: Omit<typeof account extends fc.Arbitrary<infer T> ? T : never, 'entitled' | 'covered'>) => ({
    customer: { overdraft: minor(r.overdraft), dailyLimit: r.dailyLimit === null ? null : minor(r.dailyLimit) },
    balance: { balance: minor(r.balance), spentOn: today, spent: minor(r.spent) },
    businessDay: today,
    unconfirmed: r.unconfirmed + r.before,
    unconfirmedToday: r.unconfirmed,
    inContact: r.inContact,
    offlineAllowance: r.offlineAllowance,
  })

  it('tells nobody whose lunch the school pays: it is what somebody with that money would be shown', () => {
    fc.assert(
      fc.property(account, (r) => {
        const covered = Math.min(r.covered, r.entitled)
        const plain = of(r)
        const entitlements = [lunch({ amount: minor(r.entitled) })]
        const free: SpendingInput = {
          ...plain,
          balance: { ...plain.balance, covered: minor(covered), entitlements },
        }
        const left = r.entitled - covered
        const paying: SpendingInput = {
          ...plain,
          balance: { ...plain.balance, balance: minor(r.balance + left), spent: minor(r.spent + covered) },
          customer: {
            ...plain.customer,
            dailyLimit: r.dailyLimit === null ? null : minor(r.dailyLimit + r.entitled),
          },
        }
        expect(spending(free)).toEqual(spending(paying))
      }),
      { numRuns: 1000 },
    )
  })

  it('does not change when the server takes in what this till sold, today and on other days', () => {
    fc.assert(
      fc.property(words, money, money, fc.integer({ min: 1, max: 6 }), (said, onToday, onOther, ago) => {
        const other = dayAt(-ago)
        const start = { balance: minor(0), spentOn: null, spent: minor(0), covered: minor(0), entitlements: said }
        const common = { customer: { dailyLimit: null, overdraft: minor(0) }, businessDay: today, inContact: true }
        const asked = { ...common, offlineAllowance: 0 }
        const shown = spending({
          ...asked,
          balance: start,
          unconfirmed: onToday + onOther,
          unconfirmedToday: onToday,
          unconfirmedByDay: { [today]: onToday, [other]: onOther },
        })
        const paidToday = coverOf(entitledOn(said, today), onToday)
        const own = onToday + onOther - paidToday - coverOf(entitledOn(said, other), onOther)
        const spent = minor(onToday - paidToday)
        const after = { ...start, balance: minor(-own), spentOn: today, spent, covered: paidToday }
        expect(spending({ ...asked, balance: after, unconfirmed: 0, unconfirmedToday: 0 })).toEqual(shown)
      }),
    )
  })

  it('lets a till without contact spend no more than its allowance, no matter who pays', () => {
    fc.assert(
      fc.property(account, (r) => {
        const plain = of(r)
        const entitlements = [lunch({ amount: minor(r.entitled) })]
        const cut = { ...plain, inContact: false, balance: { ...plain.balance, covered: minor(0), entitlements } }
        expect(spending(cut).spendable).toBeLessThanOrEqual(Math.max(0, r.offlineAllowance - cut.unconfirmed))
      }),
    )
  })
})
