import { expect, it } from 'vitest'
import { startBands } from '#shared/recognition/face-bands.rules.ts'
import { plainChance } from './plain-chance.ts'

it('says how often a stranger is taken for somebody, by the length of the list', () => {
  expect(plainChance(startBands.one.accept, 1)).toEqual({ how: 'seldom', strangers: 1, oneIn: 1200 })
  expect(plainChance(startBands.few.accept, 200)).toMatchObject({ how: 'often', oneIn: 48 })
  expect(plainChance(startBands.few.accept, 200).strangers).toBeGreaterThan(
    plainChance(startBands.few.accept, 50).strangers,
  )
})

it('has words for both ends', () => {
  expect(plainChance(1, 1000).how).toBe('mostly')
  expect(plainChance(0.05, 10).how).toBe('hardly')
  expect(plainChance(0.4, 0).how).toBe('hardly')
})
