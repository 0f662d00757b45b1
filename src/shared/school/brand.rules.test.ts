import { describe, expect, it } from 'vitest'
import { contrastWithWhite, defaultBrand, readableBrand } from './brand.rules.ts'

describe('readableBrand', () => {
  it('leaves a colour alone that white text can be read on', () => {
    expect(readableBrand('#0f766e')).toBe('#0f766e')
    expect(readableBrand('#3949ab')).toBe('#3949ab')
  })

  it('darkens any other until it can be read', () => {
    for (const pale of ['#ffffff', '#ffd600', '#12b886', '#ff8a80', '#00ffff']) {
      expect(contrastWithWhite(readableBrand(pale)), pale).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('keeps the hue while it darkens', () => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(readableBrand('#ffd600').slice(at, at + 2), 16))
    expect(g / r).toBeCloseTo(0xd6 / 0xff, 1)
    expect(b).toBe(0)
  })

  it('falls back to ours for what is no colour', () => {
    expect(readableBrand('teal')).toBe(defaultBrand)
    expect(readableBrand('')).toBe(defaultBrand)
  })
})

it('knows the two ends of contrast', () => {
  expect(contrastWithWhite('#ffffff')).toBeCloseTo(1)
  expect(contrastWithWhite('#000000')).toBeCloseTo(21)
})
