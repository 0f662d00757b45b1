import { expect, it } from 'vitest'
import { type Findings, isReady } from './self-test.ts'

const all: Findings = { storage: 'good', prices: 'good', app: 'good', kept: 'good' }

it('is ready only when nothing that offline needs is missing', () => {
  expect(isReady(all)).toBe(true)
  expect(isReady({ ...all, kept: 'soft' })).toBe(true)
  for (const check of ['storage', 'prices', 'app'] as const) {
    expect(isReady({ ...all, [check]: 'bad' }), check).toBe(false)
    expect(isReady({ ...all, [check]: 'running' }), check).toBe(false)
  }
})
