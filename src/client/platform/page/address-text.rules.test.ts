import { expect, it } from 'vitest'
import { addressText } from './address-text.rules.ts'

it.each([
  ['/nowhere', '/nowhere'],
  ['/%D8%A7%D9%84%D8%B1%D8%B3%D9%88%D9%85', '/الرسوم'],
  ['/broken%E0%A4%A', '/broken%E0%A4%A'],
  ['/a%E2%80%AEb%0Ac%00d', '/a b c d'],
  ['/<b>bold</b>', '/<b>bold</b>'],
])('%s is shown as %s', (path, text) => {
  expect(addressText(path)).toBe(text)
})

it('shows no more than a line of a long address, and cuts no sign in two', () => {
  const text = addressText(`/${'😀'.repeat(500)}`)
  expect([...text]).toHaveLength(121)
  expect(text.isWellFormed()).toBe(true)
  expect(text.endsWith('…')).toBe(true)
})
