import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { CustomerId } from '#shared/kernel/fields.ts'
import { type Minor, minor, sum } from '#shared/kernel/money.ts'
import { Tender } from './sale.contract.ts'
import { cashTender, cashToAsk, dueAfter, tenderFaults } from './tender.rules.ts'

declare const process: { env: Record<string, string | undefined> }
const times = Number(process.env.BAWABA_RUNS ?? 1)
const numRuns = 2_000 * times
vi.setConfig({ testTimeout: 10_000 * times })

const id = '01990000-0000-7000-8000-000000000001'
const customerId = CustomerId.parse('01990000-0000-7000-8000-000000000002')
const account = (amount: number): Tender => ({ kind: 'account', id, amount: minor(amount), customerId })
const card = (amount: number): Tender => ({ kind: 'card', id, amount: minor(amount), terminalRef: '0042' })
const cash = (amount: number, given: number, change = 0, rounding = 0): Tender => ({
  kind: 'cash',
  id,
  amount: minor(amount),
  given: minor(given),
  change: minor(change),
  rounding: minor(rounding),
})

const total = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 9_999_999 }))
const increment = fc.constantFrom(1, 5, 10, 25, 50, 250)
const inDrawer = (tenders: readonly Tender[]): Minor =>
  sum(tenders.map((t) => (t.kind === 'cash' ? t.given - t.change : 0)))
const roundingOf = (tenders: readonly Tender[]): Minor => sum(tenders.map((t) => (t.kind === 'cash' ? t.rounding : 0)))

describe('cashTender', () => {
  it.each([
    // due, given, smallest coin → amount, change, rounding
    [7_000, 10_000, 1, 7_000, 3_000, 0],
    [7_000, 7_000, 1, 7_000, 0, 0],
    [7_000, 5_000, 1, 5_000, 0, 0],
    [1_012, 1_010, 5, 1_012, 0, -2],
    [1_013, 1_020, 5, 1_013, 5, 2],
    [1_013, 1_010, 5, 1_010, 0, 0],
    [1_025, 2_000, 50, 1_025, 950, 25],
    [1_024, 1_000, 50, 1_024, 0, -24],
    [20, 50, 50, 20, 50, -20],
    [20, 0, 50, 20, 0, -20],
    [0, 0, 50, 0, 0, 0],
  ])('%i due, %i given, coin %i: settles %i, change %i, rounding %i', (due, given, coin, amount, change, rounding) => {
    const tender = cashTender(id, due, given, coin)
    expect(tender).toEqual(cash(amount, given, change, rounding))
    expect(Tender.safeParse(tender).success).toBe(true)
  })

  it.each([
    ['nothing given', 700, 0, 1],
    ['nothing given, half a coin due', 25, 0, 50],
    ['no such coin', 700, 703, 5],
    ['part of it in no such coin', 700, 3, 5],
    ['money for nothing', 0, 500, 5],
    ['less than nothing', 700, -5, 5],
    ['a negative due', -5, 5, 5],
  ])('takes no tender for %s', (_, due, given, coin) => {
    expect(cashTender(id, due, given, coin)).toBeUndefined()
  })

  it('settles the due exactly when enough is given, with the least rounding the coin allows', () => {
    fc.assert(
      fc.property(total, increment, fc.nat({ max: 2_000 }), (due, coin, coins) => {
        const given = coins * coin
        const tender = cashTender(id, due, given, coin)
        if (tender?.kind !== 'cash') {
          expect(due === 0 ? given > 0 : given === 0).toBe(true)
          return
        }
        const isEnough = given >= cashToAsk(due, coin)
        expect(tender.amount).toBe(isEnough ? due : given)
        expect(tender.given - tender.change).toBe(tender.amount + tender.rounding)
        expect(2 * Math.abs(tender.rounding)).toBeLessThanOrEqual(coin)
        expect(Math.abs((tender.given - tender.change) % coin)).toBe(0)
        expect(tender.change % coin).toBe(0)
        expect(tender.change).toBeGreaterThanOrEqual(0)
        if (!isEnough) expect([tender.change, tender.rounding]).toEqual([0, 0])
      }),
      { numRuns },
    )
  })
})

/** A payment as people make it: some on account or card, some cash in several goes, until nothing is due. */
const goes = fc.array(
  fc.record({ kind: fc.constantFrom('cash', 'account', 'card'), portion: fc.nat({ max: 1_200 }) }),
  {
    maxLength: 8,
  },
)

function pay(due: number, coin: number, steps: readonly { kind: string; portion: number }[]): Tender[] {
  const tenders: Tender[] = []
  for (const { kind, portion } of steps) {
    const left = dueAfter(due, tenders)
    if (left === 0) break
    const wish = Math.floor((left * portion) / 1_000)
    const part = Math.min(left, wish)
    const notCash = part > 0 ? (kind === 'card' ? card(part) : account(part)) : undefined
    const tender = kind === 'cash' ? cashTender(id, left, wish - (wish % coin), coin) : notCash
    if (tender) tenders.push(tender)
  }
  const left = dueAfter(due, tenders)
  const last = left > 0 || tenders.length === 0 ? cashTender(id, left, cashToAsk(left, coin), coin) : undefined
  return last ? [...tenders, last] : tenders
}

describe('a payment in any number of goes', () => {
  it('always settles: Σ amount = total, given − change = amount + rounding, rounding within half a coin', () => {
    fc.assert(
      fc.property(total, increment, goes, (due, coin, steps) => {
        const tenders = pay(due, coin, steps)
        expect(tenders.length).toBeGreaterThan(0)
        expect(sum(tenders.map((t) => t.amount))).toBe(due)
        expect(dueAfter(due, tenders)).toBe(0)
        const inCash = sum(tenders.map((t) => (t.kind === 'cash' ? t.amount : 0)))
        expect(inDrawer(tenders)).toBe(inCash + roundingOf(tenders))
        expect(2 * Math.abs(roundingOf(tenders))).toBeLessThanOrEqual(coin)
        expect(tenderFaults(due, tenders, coin)).toEqual([])
        for (const t of tenders) expect(Tender.safeParse(t).success).toBe(true)
      }),
      { numRuns },
    )
  })

  it('leaves the same cash in the drawer, in one go or in many', () => {
    fc.assert(
      fc.property(total, increment, goes, (due, coin, steps) => {
        const inManyGoes = pay(
          due,
          coin,
          steps.map((s) => ({ ...s, kind: 'cash' })),
        )
        expect(inDrawer(inManyGoes)).toBe(cashToAsk(due, coin))
        expect(roundingOf(inManyGoes)).toBe(cashToAsk(due, coin) - due)
      }),
      { numRuns },
    )
  })

  it('never leaves less than nothing due on the way', () => {
    fc.assert(
      fc.property(total, increment, goes, (due, coin, steps) => {
        const tenders = pay(due, coin, steps)
        tenders.forEach((_, i) => expect(dueAfter(due, tenders.slice(0, i))).toBeGreaterThanOrEqual(0))
      }),
    )
  })
})

describe('tenderFaults', () => {
  it('finds every single number that was nudged', () => {
    const nudge = fc.integer({ min: -60, max: 60 }).filter((n) => n !== 0)
    fc.assert(
      fc.property(total, increment, goes, nudge, fc.nat(), (due, coin, steps, by, at) => {
        const tenders = pay(due, coin, steps)
        const i = at % tenders.length
        const victim = tenders[i] as Tender & Record<string, number>
        const numbers = victim.kind === 'cash' ? ['amount', 'given', 'change', 'rounding'] : ['amount']
        for (const field of numbers) {
          const nudged = tenders.with(i, { ...victim, [field]: minor((victim[field] ?? 0) + by) })
          expect(tenderFaults(due, nudged, coin), field).not.toEqual([])
          expect(tenderFaults(due, nudged), `${field}, coin unknown`).not.toEqual([])
        }
        expect(tenderFaults(due + by, tenders, coin)).toContain('tenders-do-not-settle')
      }),
      { numRuns },
    )
  })

  it.each<[string, number, Tender[], string[]]>([
    ['nothing paid', 700, [], ['tenders-do-not-settle', 'no-tender']],
    ['a free sale without any tender, which the contract does not take', 0, [], ['no-tender']],
    ['a tender missing', 700, [account(300)], ['tenders-do-not-settle']],
    ['a tender twice', 700, [card(700), card(700)], ['tenders-do-not-settle']],
    ['a negative one to make it fit', 700, [account(800), card(-100)], ['negative-tender']],
    ['change forgotten', 7_000, [cash(7_000, 10_000)], ['cash-does-not-add-up']],
    ['change beyond what was given', 700, [cash(700, -300, -1_000)], ['negative-cash']],
    ['change that flows in instead of out', 700, [cash(700, 500, -200)], ['negative-cash']],
    ['a payment made of rounding', 5_000, [cash(5_000, 0, 0, -5_000)], ['rounding-too-large']],
    ['half a coin too much rounding', 703, [cash(703, 700, 0, -3)], ['rounding-too-large']],
    ['rounding spread over two tenders', 704, [cash(102, 100, 0, -2), cash(602, 600, 0, -2)], ['rounding-too-large']],
    ['a coin that does not exist', 703, [cash(703, 703)], ['no-such-coin']],
    ['the same fault twice, named once', 200, [cash(100, 200), cash(100, 200)], ['cash-does-not-add-up']],
  ])('%s', (_, due, tenders, faults) => {
    expect(tenderFaults(due, tenders, 5).toSorted()).toEqual(faults.toSorted())
  })

  it('leaves the coins alone when it does not know them', () => {
    expect(tenderFaults(703, [cash(703, 703)])).toEqual([])
    expect(tenderFaults(1_024, [cash(1_024, 1_000, 0, -24)])).toEqual([])
  })
})
