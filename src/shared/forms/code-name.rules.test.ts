import { describe, expect, it } from 'vitest'
import { codeName } from './code-name.rules.ts'

describe('a code that a family chose', () => {
  it.each([
    ['en', 'countries', 'QA', 'Qatar'],
    ['ar', 'countries', 'QA', 'قطر'],
    ['en', 'languages', 'ar', 'Arabic'],
    ['ar', 'languages', 'en', 'الإنجليزية'],
    ['en', 'countries', 'no code', 'no code'],
    ['en', 'languages', '', ''],
  ] as const)('is read in %s, of %s: %s', (lng, source, code, name) => {
    expect(codeName(lng, source, code)).toBe(name)
  })
})
