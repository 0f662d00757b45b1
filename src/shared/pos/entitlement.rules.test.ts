import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import type { Entitlement } from './entitlement.contract.ts'
import { countingFrom, coverOf, entitledOn, leftOn } from './entitlement.rules.ts'

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
const someDay = fc.integer({ min: -30, max: 60 })

describe('what the school pays on a day', () => {
  it.each<[string, Entitlement[], string, number]>([
    ['nothing where nothing was said', [], today, 0],
    ['the amount, on a day of the week that was named', [lunch()], today, 1500],
    ['nothing at the weekend', [lunch()], dayAt(5), 0],
    ['nothing before its first day', [lunch({ from: dayAt(1) })], today, 0],
    ['the amount on its last day', [lunch({ until: today })], today, 1500],
    ['nothing after its last day', [lunch({ until: dayAt(-1) })], today, 0],
    ['what was said last', [lunch(), lunch({ amount: minor(900), from: today })], today, 900],
    ['what was said before, until then', [lunch(), lunch({ amount: minor(900), from: dayAt(1) })], today, 1500],
    ['nothing once it was ended', [lunch(), lunch({ amount: minor(0), from: today })], today, 0],
    ['nothing after a later word is over', [lunch(), lunch({ from: dayAt(-3), until: dayAt(-1) })], today, 0],
  ])('is %s', (_what, said, day, amount) => {
    expect(entitledOn(said, day)).toBe(amount)
  })

  it('is the same for a device that got only what still counts', () => {
    fc.assert(
      fc.property(words, someDay, fc.nat({ max: 60 }), (said, from, later) => {
        const kept = countingFrom(said, dayAt(from))
        expect(entitledOn(kept, dayAt(from + later))).toBe(entitledOn(said, dayAt(from + later)))
        expect(kept.every(({ amount, until }) => amount > 0 && (until === null || until >= dayAt(from)))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('is never more than it, whatever is bought in whatever order, and carries nothing into another day', () => {
    const purchase = fc.record({ day: fc.integer({ min: 0, max: 3 }), charge: fc.integer({ min: 1, max: 2500 }) })
    fc.assert(
      fc.property(words, fc.array(purchase, { maxLength: 12 }), (said, purchases) => {
        const covered = new Map<number, number>()
        for (const { day, charge } of purchases) {
          const part = coverOf(leftOn(said, dayAt(day), covered.get(day) ?? 0), charge)
          expect(part).toBeLessThanOrEqual(charge)
          covered.set(day, (covered.get(day) ?? 0) + part)
        }
        for (const day of [0, 1, 2, 3]) {
          const charged = purchases.reduce((all, each) => (each.day === day ? all + each.charge : all), 0)
          expect(covered.get(day) ?? 0).toBe(Math.min(charged, entitledOn(said, dayAt(day))))
        }
      }),
    )
  })
})
