import { expect, it } from 'vitest'
import { invitePerson } from './staff.contract.ts'

it('takes direction marks out of a colleague’s names', () => {
  const person = { email: 'sara@school.example', roles: ['it'], language: 'en' }
  const names = { en: ' Sara\u202eexe.gnp\u2069 ', ar: '\u200fسارة\u061c' }
  expect(invitePerson.body.parse({ ...person, names }).names).toEqual({ en: 'Saraexe.gnp', ar: 'سارة' })
  expect(invitePerson.body.safeParse({ ...person, names: { en: '\u202e', ar: '' } }).success).toBe(false)
})
