import { describe, expect, it } from 'vitest'
import { siblingClawback, siblingPpm, siblingRanks } from './sibling.rules.ts'

const table = [0, 50_000, 60_000]
const family = [
  { studentId: 'c', bornOn: '2019-02-01', joinedOn: '2025-09-01' },
  { studentId: 'b', bornOn: '2016-05-01', joinedOn: '2021-09-01', leftOn: '2026-11-15' },
  { studentId: 'a', bornOn: '2014-01-01', joinedOn: '2023-09-01' },
]
const ppmOn = (day: string) => {
  const ranks = siblingRanks(family, 'age', day)
  return Object.fromEntries([...ranks].map(([id, rank]) => [id, siblingPpm(table, rank)]))
}

describe('sibling ranks', () => {
  it('FEE-17: are given again when a sibling leaves, for invoices from then on', () => {
    expect(ppmOn('2026-09-01')).toEqual({ a: 0, b: 50_000, c: 60_000 })
    expect(ppmOn('2026-11-14')).toEqual({ a: 0, b: 50_000, c: 60_000 })
    expect(ppmOn('2026-11-15')).toEqual({ a: 0, c: 50_000 })
  })

  it('FEE-17: with clawback are one debit line of the difference, and never a credit', () => {
    const issued = [
      { gross: 1_000_000, discount: 60_000 },
      { gross: 500_000, discount: 30_000 },
    ]
    expect(siblingClawback(issued, 50_000)).toBe(15_000)
    expect(siblingClawback(issued, 70_000)).toBe(0)
  })

  it('follow the named key, and the last rank of the table holds for all further children', () => {
    expect([...siblingRanks(family, 'seniority', '2026-09-01').keys()]).toEqual(['b', 'a', 'c'])
    expect([1, 2, 3, 4, 9].map((rank) => siblingPpm(table, rank))).toEqual([0, 50_000, 60_000, 60_000, 60_000])
    expect(siblingPpm([], 1)).toBe(0)
  })
})
