import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { FormDefinition, FormPurpose } from './form-definition.contract.ts'

/** A form to begin with: who writes, and how to answer. It can be published as it is. */
export const blankForm = (title: Bilingual, purpose: FormPurpose): FormDefinition => ({
  purpose,
  title,
  contact: { name: 'writer_name', email: 'email', phone: 'mobile' },
  next: [],
  pages: [
    {
      key: 'page_1',
      title,
      sections: [
        {
          key: 'you',
          title: { en: 'About you', ar: 'عنك' },
          parts: [
            {
              type: 'text',
              key: 'writer_name',
              label: { en: 'Your name', ar: 'اسمك' },
              required: true,
              maxLength: 120,
              autocomplete: 'name',
              sensitivity: 'S1',
            },
            {
              type: 'phone',
              key: 'mobile',
              label: { en: 'Mobile number', ar: 'رقم الجوال' },
              required: true,
              sensitivity: 'S1',
            },
            { type: 'email', key: 'email', label: { en: 'Email', ar: 'البريد الإلكتروني' }, sensitivity: 'S1' },
          ],
        },
      ],
    },
  ],
})

/** Words of addresses that mean something else. */
const reserved = new Set(['new', 'register', 'thanks', 'abq'])

export const isFreeSlug = (slug: string): boolean => !reserved.has(slug)
