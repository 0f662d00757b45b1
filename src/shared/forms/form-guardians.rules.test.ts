import { expect, it } from 'vitest'
import { guardiansWhoSign } from './form-guardians.rules.ts'

const hind = { name: 'Hind Al Mana', name_ar: 'هند المناعي', email: 'hind@home.example', may_sign: true }

it('names those who may sign, in their order, each in the script of their language', () => {
  const guardians = [
    { ...hind, language: 'ar' },
    { ...hind, may_sign: false },
    { name: 'Omar Haddad', may_sign: true, language: 'fr' },
  ]
  expect(guardiansWhoSign({ guardians }, 'en')).toEqual([
    { name: 'هند المناعي', email: 'hind@home.example', language: 'ar' },
    { name: 'Omar Haddad', email: '', language: 'en' },
  ])
})

it('takes the other script where one is missing, and names nobody of a form that asks in another way', () => {
  expect(guardiansWhoSign({ guardians: [{ ...hind, name_ar: '', language: 'ar' }] }, 'en')).toMatchObject([
    { name: 'Hind Al Mana', language: 'ar' },
  ])
  expect(guardiansWhoSign({ guardians: [{ may_sign: true, name: ' ' }] }, 'en')).toEqual([])
  for (const guardians of [undefined, 'Hind', ['Hind'], []]) {
    expect(guardiansWhoSign({ guardians }, 'en')).toEqual([])
  }
})
