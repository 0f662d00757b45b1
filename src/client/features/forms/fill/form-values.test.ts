import { expect, test, vi } from 'vitest'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { valuesFrom } from './form-values.ts'
import { LocalDraft } from './local-draft.ts'

const both = (text: string) => ({ en: text, ar: text })

const form = (min: number): FormDefinition => ({
  purpose: 'enquiry',
  title: both('Form'),
  contact: { name: 'name' },
  next: [],
  pages: [
    {
      key: 'page',
      title: both('Page'),
      sections: [
        {
          key: 'section',
          parts: [
            { type: 'text', key: 'name', label: both('Name') },
            {
              type: 'repeat',
              key: 'children',
              label: both('Children'),
              itemLabel: both('Child'),
              min,
              max: 5,
              fields: [{ type: 'text', key: 'name', label: both('Name') }],
            },
          ],
        },
      ],
    },
  ],
})

test('rows that were written stay when a newer version asks for more of them', () => {
  const answers = { name: 'Hind', children: [{ name: 'Sara', nickname: 'Soso' }] }
  expect(valuesFrom(form(3), answers)).toEqual({
    name: 'Hind',
    children: [{ name: 'Sara', nickname: 'Soso' }, { name: '' }, { name: '' }],
  })
  expect(valuesFrom(form(0), answers)['children']).toHaveLength(1)
})

test('a draft keeps what another version asked', () => {
  vi.useFakeTimers()
  const draft = new LocalDraft({ slug: 'enquiry', version: 1, definition: form(0) }, () => undefined)
  draft.change({ name: 'Hind', pets: 'a cat' })
  draft.change({ name: 'Hind Al Mana' })
  expect(draft.current.answers).toEqual({ name: 'Hind Al Mana', pets: 'a cat' })
  vi.useRealTimers()
})
