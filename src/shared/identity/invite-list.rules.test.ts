import { expect, it } from 'vitest'
import type { Role } from '#shared/kernel/roles.ts'
import { readInviteList } from './invite-list.rules.ts'

const named: Record<string, Role> = { registrar: 'registrar', 'till operator': 'operator', 'أمين الصندوق': 'operator' }
const read = (text: string, defaultRoles: Role[] = []) =>
  readInviteList(text, {
    roleNamed: (role) => named[role.toLowerCase()],
    defaultRoles,
    isEmail: (address) => /^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(address),
  })

it('reads addresses with names and roles as people write them', () => {
  const text = [
    'Email,Name,Role',
    'sara.al-mana@school.example',
    'Ali Haddad <ali@school.example>; registrar',
    '"هند المانع",Hind,hind@school.example,registrar + till operator',
    '',
    'omar@school.example\tأمين الصندوق',
  ].join('\r\n')
  expect(read(text, ['registrar'])).toEqual([
    {
      row: 2,
      email: 'sara.al-mana@school.example',
      name: { en: 'Sara Al Mana', ar: '' },
      roles: ['registrar'],
      problem: null,
    },
    { row: 3, email: 'ali@school.example', name: { en: 'Ali Haddad', ar: '' }, roles: ['registrar'], problem: null },
    {
      row: 4,
      email: 'hind@school.example',
      name: { en: 'Hind', ar: 'هند المانع' },
      roles: ['registrar', 'operator'],
      problem: null,
    },
    { row: 6, email: 'omar@school.example', name: { en: 'Omar', ar: '' }, roles: ['operator'], problem: null },
  ])
})

it.each([
  ['Ali, registrar', 'no-email'],
  ['ali@nowhere, registrar', 'not-an-email'],
  ['ali@school.example, Ali, wizard', 'unknown-role'],
  ['ali@school.example', 'no-role'],
  [`ali@school.example, ${'a'.repeat(101)}, registrar`, 'too-long'],
  [`ali@school.example, Ali, registrar${' '.repeat(2)}${'+registrar'.repeat(50)}`, 'line-too-long'],
])('%s is refused: %s', (line, problem) => {
  expect(read(line)).toMatchObject([{ row: 1, problem }])
})

it('refuses an address that the list had before, however it is written', () => {
  const list = 'ali@school.example, registrar\nALI@school.example, registrar'
  expect(read(list).map(({ problem }) => problem)).toEqual([null, 'twice'])
})
