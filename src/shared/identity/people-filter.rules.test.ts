import { expect, it } from 'vitest'
import { UserId } from '#shared/kernel/fields.ts'
import { peopleFound } from './people-filter.rules.ts'
import type { StaffPerson } from './staff.contract.ts'

const person = (userName: string, more: Partial<StaffPerson>): StaffPerson => ({
  id: UserId.parse('0190a5a5-0000-7000-8000-00000000a001'),
  userName,
  name: { en: '', ar: '' },
  email: `${userName}@school.example`,
  roles: ['it'],
  state: 'active',
  invitedAt: null,
  ...more,
})
const people = [
  person('mona', { name: { en: 'Mona Haddad', ar: 'منى حداد' }, roles: ['admin', 'head'] }),
  person('ahmad', { name: { en: '', ar: 'أحمد المناعي' }, state: 'invited' }),
  person('lina', { name: { en: 'Lina Nair', ar: '' }, roles: ['head'], state: 'disabled' }),
]
const found = (search: Parameters<typeof peopleFound>[1]) => peopleFound(people, search).map(({ userName }) => userName)

it('finds people in either script, however they are spelled, and by their address', () => {
  expect(found({ text: 'mona' })).toEqual(['mona'])
  expect(found({ text: 'احمد مناعي' })).toEqual(['ahmad'])
  expect(found({ text: 'lina@school' })).toEqual(['lina'])
  expect(found({ text: 'nobody' })).toEqual([])
})

it('narrows by role and by state together', () => {
  expect(found({})).toEqual(['mona', 'ahmad', 'lina'])
  expect(found({ role: 'head' })).toEqual(['mona', 'lina'])
  expect(found({ role: 'head', state: 'disabled' })).toEqual(['lina'])
})
