import { expect, it } from 'vitest'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { withPhonesInE164 } from './form-phones.rules.ts'

const both = (text: string) => ({ en: text, ar: text })

const form: FormDefinition = {
  purpose: 'enquiry',
  title: both('Form'),
  contact: { name: 'name' },
  next: [],
  pages: [
    {
      key: 'one',
      title: both('One'),
      sections: [
        {
          key: 'you',
          parts: [
            { type: 'text', key: 'name', label: both('Name') },
            { type: 'phone', key: 'mobile', label: both('Mobile') },
            {
              type: 'repeat',
              key: 'guardians',
              label: both('Guardians'),
              itemLabel: both('Guardian'),
              min: 0,
              max: 3,
              fields: [{ type: 'phone', key: 'mobile', label: both('Mobile') }],
            },
          ],
        },
      ],
    },
  ],
}

it('phones are written in E.164, wherever they stand and however they were typed; nothing else is touched', () => {
  const answers = { name: '5512 3456', mobile: '٥٥١٢ ٣٤٥٦', guardians: [{ mobile: '+965 9912 3456' }, { mobile: 'x' }] }
  expect(withPhonesInE164(form, answers, 'QAR')).toEqual({
    name: '5512 3456',
    mobile: '+97455123456',
    guardians: [{ mobile: '+96599123456' }, { mobile: 'x' }],
  })
  expect(withPhonesInE164(form, { mobile: '050 123 4567' }, 'AED')).toEqual({ mobile: '+971501234567' })
  expect(withPhonesInE164(form, {}, 'QAR')).toEqual({})
})
