import { publishForm } from '#server/features/forms/form.service.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import type { Box } from '#tests/support/server.ts'

const both = (text: string) => ({ en: text, ar: text })

/** A small form with one of each thing that has a rule: conditions, a block, files, an office field. */
export const testForm = (): FormDefinition => ({
  purpose: 'enquiry',
  title: both('Test'),
  contact: { name: 'name', email: 'email' },
  subject: { block: 'children', name: 'name' },
  next: [],
  pages: [
    {
      key: 'one',
      title: both('One'),
      sections: [
        {
          key: 'you',
          parts: [
            { type: 'text', key: 'name', label: both('Name'), required: true, maxLength: 100 },
            { type: 'email', key: 'email', label: both('Email') },
            { type: 'yes-no', key: 'has_plan', label: both('Plan?') },
            {
              type: 'long-text',
              key: 'plan',
              label: both('Which?'),
              required: { field: 'has_plan', is: true },
              showWhen: { field: 'has_plan', is: true },
            },
            { type: 'text', key: 'owner', label: both('Owner'), isOfficeOnly: true },
            {
              type: 'file',
              key: 'papers',
              label: both('Papers'),
              tier: 'default',
              accept: ['jpeg', 'pdf'],
              maxFiles: 3,
            },
            {
              type: 'repeat',
              key: 'children',
              label: both('Children'),
              itemLabel: both('Child'),
              min: 1,
              max: 3,
              fields: [
                { type: 'text', key: 'name', label: both('Name'), required: true },
                { type: 'date', key: 'dob', label: both('Born'), latest: { years: 0 }, earliest: { years: -20 } },
              ],
            },
          ],
        },
      ],
    },
  ],
})

export const testAnswers = { name: 'Hind Al Mana', children: [{ name: 'Sara', dob: '2024-02-29' }] }

export const publish = (box: Box, { schoolId }: TestSchool, definition = testForm(), slug = 'enquiry') =>
  box.db.database.tenant(schoolId, (tx) =>
    publishForm(tx, schoolId, slug, definition, { userId: null, at: toInstant(box.clock.nowMs()) }),
  )

/** The test form without its files, asked by a link. */
export function criteriaForm(): FormDefinition {
  const form = { ...testForm(), purpose: 'criteria' as const }
  const section = form.pages[0]?.sections[0]
  if (section) section.parts = section.parts.filter(({ type }) => type !== 'file')
  return form
}
