import { expect, it } from 'vitest'
import { logosAmong } from './shown-logos.ts'

it('finds the school’s logo among the pictures of a page, once, and no picture of what is sold', () => {
  const origin = 'https://pearl.example'
  const logo = `${origin}/branding/logo.svg?v=3`
  const others = [`${origin}/branding/item/1.webp`, `${origin}/avatar/1`, 'https://other.example/branding/logo.svg', '']
  expect(logosAmong([logo, ...others, logo], origin)).toEqual([logo])
  expect(logosAmong(others, origin)).toEqual([])
})
