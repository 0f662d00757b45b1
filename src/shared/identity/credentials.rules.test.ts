import { describe, expect, it } from 'vitest'
import { accountKey, codeDigits, isCode, isEmail, isLongEnough, isUserName } from './credentials.rules.ts'

describe('user names', () => {
  it.each(['amal', 'family-two', 'a.b_c', '٣٣٣', 'هدى-المنصور', 'x'.repeat(40), ' Amal '])('take %j', (name) => {
    expect(isUserName(name)).toBe(true)
  })

  it.each(['', 'ab', 'x'.repeat(41), 'a@b', 'a b', '.abc', 'abc-', 'ab\u202ec', '<script>'])('refuse %j', (name) => {
    expect(isUserName(name)).toBe(false)
  })

  it('have one spelling', () => {
    expect(accountKey('  ＡＭＡＬ@Home.Example ')).toBe('amal@home.example')
  })
})

describe('codes', () => {
  it.each(['123456', ' 123 456 ', '١٢٣٤٥٦', '۱۲۳-۴۵۶', '\u2066123456\u2069'])('are read from %j', (typed) => {
    expect(codeDigits(typed)).toBe('123456')
    expect(isCode(typed)).toBe(true)
  })

  it.each(['', '12345', '1234567', '12345a'])('are not %j', (typed) => {
    expect(isCode(typed)).toBe(false)
  })
})

describe('new passwords', () => {
  it('are long enough by their characters, in any script', () => {
    expect(['ninechars', 'tencharact', 'كلمةطويلةج', '😀'.repeat(9), '😀'.repeat(10)].map(isLongEnough)).toEqual([
      false,
      true,
      true,
      false,
      true,
    ])
  })
})

it('sees what is no email address', () => {
  expect(['a@b.example', 'a.b+c@d-e.example'].map(isEmail)).toEqual([true, true])
  expect(['a', 'a@b', 'a b@c.example', '@c.example', 'a@b.c'].map(isEmail)).toEqual([false, false, false, false, false])
})
