import { describe, expect, it } from 'vitest'
import { lacksOf, readDrawer } from './count-draft.ts'

describe('a drawer that is counted', () => {
  it('is not closed before anything is typed, with a wrong number, or with a difference without a reason', () => {
    expect(lacksOf(readDrawer('QAR', {}, 0), '')).toBe('piles')
    expect(lacksOf(readDrawer('QAR', { 50_000: ' ' }, 50_000), 'unknown')).toBe('piles')
    expect(lacksOf(readDrawer('QAR', { 50_000: '1', 100: 'x' }, 50_000), 'unknown')).toBe('count')
    expect(lacksOf(readDrawer('QAR', { 50_000: '1' }, 60_000), '')).toBe('reason')
    expect(lacksOf(readDrawer('QAR', { 50_000: '1' }, 60_000), 'change')).toBeUndefined()
    expect(lacksOf(readDrawer('QAR', { 50_000: '١', 10_000: '1' }, 60_000), '')).toBeUndefined()
  })

  it('may be counted as empty by typing 0', () => {
    const drawer = readDrawer('QAR', { 50_000: '0' }, 0)
    expect([lacksOf(drawer, ''), drawer.counts, drawer.difference]).toEqual([undefined, [], 0])
  })
})
