import { expect, it } from 'vitest'
import type { Answers } from './form-answers.rules.ts'
import type { FormDefinition } from './form-definition.contract.ts'
import { guardiansWhoSign, withWriterContact, writerAsGuardian } from './form-guardians.rules.ts'

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

const both = { en: 'x', ar: 'x' }
const form: FormDefinition = {
  purpose: 'admission',
  title: both,
  contact: { name: 'writer_name', phone: 'writer_mobile', email: 'writer_email' },
  next: [],
  pages: [
    {
      key: 'one',
      title: both,
      sections: [
        {
          key: 'one',
          parts: [
            {
              type: 'repeat',
              key: 'guardians',
              label: both,
              itemLabel: both,
              min: 1,
              max: 4,
              fields: ['relation', 'name', 'name_ar', 'mobile', 'email'].map((key) => ({
                type: 'text',
                key,
                label: both,
              })),
            },
          ],
        },
      ],
    },
  ],
}
const writer = {
  writer_name: 'Layla Haddad',
  writer_relation: 'mother',
  writer_mobile: '+97455123456',
  writer_email: 'layla@home.example',
}

it('gives the guardian who filled the form in the contact of the writer, by the number or the name, and nobody else', () => {
  const emails = (...guardians: object[]) =>
    (withWriterContact(form, { ...writer, guardians: guardians as Answers[] })['guardians'] as Answers[]).map(
      ({ email }) => email,
    )
  const father = { relation: 'father', name: 'Omar Haddad', mobile: '+97455999888' }
  const mother = { relation: 'mother', name: 'Layla Haddad-Mansour', mobile: '+97455123456', email: '' }
  expect(emails(father, mother)).toEqual([undefined, 'layla@home.example'])
  expect(emails({ name: ' layla  haddad ' })).toEqual(['layla@home.example'])
  expect(emails({ ...mother, email: 'own@home.example' })).toEqual(['own@home.example'])
  expect(emails({ ...father, mobile: '+97455123456' })).toEqual([undefined])
  expect(withWriterContact(form, writer)).toEqual(writer)
})

it('begins the first guardian with the writer, in the script of the name, while nothing is said of one', () => {
  const begun = (more: Answers = {}, first: Answers = { name: '', email: '' }) =>
    writerAsGuardian(form, { ...writer, ...more, guardians: [first] })
  expect(begun()).toEqual({
    relation: 'mother',
    name: 'Layla Haddad',
    mobile: '+97455123456',
    email: 'layla@home.example',
  })
  expect(begun({ writer_name: 'ليلى حداد' })).toMatchObject({ name_ar: 'ليلى حداد' })
  expect(begun({}, { name: 'Omar' })).toBeUndefined()
  expect(begun({ writer_relation: 'other' })).toBeUndefined()
  expect(writerAsGuardian({ ...form, pages: [] }, writer)).toBeUndefined()
})
