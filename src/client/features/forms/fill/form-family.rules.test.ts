import { describe, expect, it } from 'vitest'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { familyAnswers } from './next-child.ts'

const both = (text: string) => ({ en: text, ar: text })

const form: FormDefinition = {
  purpose: 'admission',
  title: both('Application'),
  contact: { name: 'writer' },
  subject: { name: 'child' },
  next: [],
  pages: [
    {
      key: 'one',
      title: both('One'),
      sections: [
        {
          key: 'writer',
          isOfFamily: true,
          parts: [
            { type: 'text', key: 'writer', label: both('You') },
            { type: 'file', key: 'id', label: both('Card'), tier: 'default', accept: ['pdf'], maxFiles: 1 },
            { type: 'consent', key: 'ok', label: both('OK'), wording: both('I agree'), wordingVersion: '1' },
            {
              type: 'repeat',
              key: 'guardians',
              label: both('Guardians'),
              itemLabel: both('Guardian'),
              min: 1,
              max: 3,
              fields: [
                { type: 'text', key: 'name', label: both('Name') },
                { type: 'file', key: 'card', label: both('Card'), tier: 'default', accept: ['pdf'], maxFiles: 1 },
              ],
            },
          ],
        },
        { key: 'child', parts: [{ type: 'text', key: 'child', label: both('Child') }] },
      ],
    },
  ],
}

describe('what a brother’s application takes over', () => {
  it('is the family, never the child, a consent or a file', () => {
    const answers = {
      writer: 'Hind',
      child: 'Sara',
      ok: true,
      id: [],
      guardians: [{ name: 'Hind', card: [] }, { name: 'Saleh' }],
      stray: 'x',
    }
    expect(familyAnswers(form, answers)).toEqual({ writer: 'Hind', guardians: [{ name: 'Hind' }, { name: 'Saleh' }] })
    expect(familyAnswers(form, {})).toEqual({})
  })
})
