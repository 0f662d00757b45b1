import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.rules.ts'

it('knows the passwords that everybody has, in whichever letters', () => {
  expect(['1234567890', 'PassWord123', 'ｑｗｅｒｔｙｕｉｏｐ'].map(isCommonPassword)).toEqual([true, true, true])
  expect(isCommonPassword('seven quiet camels')).toBe(false)
})
