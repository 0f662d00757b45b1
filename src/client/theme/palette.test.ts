import { expect, it } from 'vitest'
import { contrastWithWhite, defaultBrand } from '#shared/school/brand.rules.ts'
import { brandAt, colorLevels, palette } from './palette.ts'

it('has white text readable on every colour at every level', () => {
  for (const [name, hex] of Object.entries(palette))
    for (const level of colorLevels)
      expect(contrastWithWhite(brandAt(hex, level)), `${name} ${level}`).toBeGreaterThanOrEqual(4.5)
})

it('leaves a colour as it is at 600, and is darker the higher the level', () => {
  expect(brandAt(palette.teal, 600)).toBe(palette.teal)
  expect(palette.teal).toBe(defaultBrand)
  const contrasts = colorLevels.slice(1).map((level) => contrastWithWhite(brandAt(palette.blue, level)))
  expect(contrasts).toEqual(contrasts.toSorted((a, b) => a - b))
})
