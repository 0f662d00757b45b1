import { expect, it } from 'vitest'
import { pollMsAfter } from './use-jobs.ts'

it('asks a job that moves every second, and one that stands still more and more seldom', () => {
  expect([0, 1, 2, 3, 4, 40].map(pollMsAfter)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
})
