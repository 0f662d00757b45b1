import { expect, it } from 'vitest'
import { isCommonPassword, repeatsName } from './common-passwords.rules.ts'

it('knows the passwords that everybody has, in whichever letters', () => {
  expect(['1234567890', 'PassWord123', 'ｑｗｅｒｔｙｕｉｏｐ'].map(isCommonPassword)).toEqual([true, true, true])
  expect(isCommonPassword('seven quiet camels')).toBe(false)
})

it('knows a password that says nothing but the username', () => {
  for (const password of ['head head head', 'HEAD-head.head', 'headheadhead']) {
    expect(repeatsName(password, 'head'), password).toBe(true)
  }
  expect(repeatsName('amal.haddad', 'amal.haddad@home.example')).toBe(true)
  expect(repeatsName('amal.haddad@home.example', 'amal.haddad@home.example')).toBe(true)
  for (const password of ['head of school', '!!!!!!!!!!', 'heathead', ''])
    expect(repeatsName(password, 'head')).toBe(false)
  expect(repeatsName('seven quiet camels', '')).toBe(false)
})
