import { expect, it } from 'vitest'
import { barsOf, shareInWords } from './calibration-shares.ts'

it('does not say never where it only was not seen', () => {
  expect(shareInWords(0.02, 300)).toEqual({ how: 'counted', value: 0.02 })
  expect(shareInWords(0, 300)).toEqual({ how: 'none', value: 0.01 })
  expect(shareInWords(0, 1)).toEqual({ how: 'none', value: 1 })
  expect(shareInWords(0, 0).how).toBe('unknown')
})

it('puts both histograms on one scale, without the empty end', () => {
  const { end, genuine, impostor } = barsOf({ step: 0.1, genuine: [1, 2, 0, 0, 0], impostor: [0, 0, 3, 0] })
  expect(end).toBeCloseTo(0.3)
  expect(genuine.map(({ count }) => count)).toEqual([1, 2, 0])
  expect(impostor.map(({ count }) => count)).toEqual([0, 0, 3])
  expect(barsOf({ step: 0.1, genuine: [], impostor: [] }).genuine).toHaveLength(1)
})
