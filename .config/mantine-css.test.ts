import { expect, it } from 'vitest'
import { theme } from '../src/client/theme/theme.ts'
import { themeCss } from './mantine-css.ts'

const css = themeCss(theme)

it('writes the variables of both colour schemes', () => {
  expect(css).toContain("[data-mantine-color-scheme='dark']".replaceAll("'", '"'))
  expect(css).toMatch(/--mantine-color-brand-6:\s*var\(--brand-6\)/)
})

it('keeps the palettes in use and drops the others', () => {
  expect(css).toMatch(/--mantine-color-red-6:/)
  expect(css).not.toMatch(/--mantine-color-(grape|violet|lime|pink)-\d/)
})
