import { expect, it } from 'vitest'
import type { Field, FormDefinition } from '#shared/contract/form-definition.ts'
import type { FileAnswer } from './form-answers.rules.ts'
import { withFilesOf } from './form-files.rules.ts'

const both = (text: string) => ({ en: text, ar: text })
const fileField: Field = {
  type: 'file',
  key: 'card',
  label: both('Card'),
  tier: 'default',
  accept: ['pdf'],
  maxFiles: 1,
}
const form: FormDefinition = {
  purpose: 'admission',
  title: both('Form'),
  contact: { name: 'name' },
  next: [],
  pages: [
    {
      key: 'one',
      title: both('One'),
      sections: [
        {
          key: 'all',
          parts: [
            { type: 'text', key: 'name', label: both('Name') },
            fileField,
            {
              type: 'repeat',
              key: 'guardians',
              label: both('Guardians'),
              itemLabel: both('Guardian'),
              min: 0,
              max: 3,
              fields: [{ type: 'text', key: 'name', label: both('Name') }, fileField],
            },
          ],
        },
      ],
    },
  ],
}

it('what comes from another device keeps the files of this one, and nothing else of it', () => {
  const file = (name: string): FileAnswer[] => [{ fileId: name, name, bytes: 1, sha256: 'a'.repeat(64), kind: 'pdf' }]
  const here = { name: 'Old', card: file('a'), guardians: [{ name: 'Old', card: file('b') }, { card: file('c') }] }
  expect(withFilesOf(form, { name: 'New', guardians: [{ name: 'New' }] }, here)).toEqual({
    name: 'New',
    card: file('a'),
    guardians: [{ name: 'New', card: file('b') }],
  })
  expect(withFilesOf(form, { name: 'New' }, {})).toEqual({ name: 'New' })
})
