import fc from 'fast-check'
import { expect, it } from 'vitest'
import { messageFields } from '#shared/messaging/message-fields.rules.ts'
import { draftOf, type FieldLabels, textOf } from './text-draft.ts'

const named = (language: string) =>
  Object.fromEntries(messageFields.map((field) => [field, `${language} ${field}`])) as FieldLabels['en']
const labels: FieldLabels = { en: named('en'), ar: named('ar') }

const words = fc.stringMatching(/^[a-z ,.\n]{1,20}$/).filter((text) => text.trim() === text && text !== '')
const line = fc
  .array(fc.oneof(fc.record({ text: words }), fc.record({ field: fc.constantFrom(...messageFields) })), {
    minLength: 1,
  })
  .map((pieces) => pieces.filter((piece, no) => !('text' in piece && no > 0 && 'text' in (pieces[no - 1] ?? {}))))
const text = fc.record({
  title: fc.record({ en: words, ar: words }),
  paragraphs: fc.array(fc.record({ words: fc.record({ en: line, ar: line }), isOptional: fc.boolean() }), {
    minLength: 1,
  }),
})

it('what is read into the editor and not touched is saved as it was', () => {
  fc.assert(
    fc.property(text, (known) => {
      expect(textOf(draftOf(known, labels), labels)).toEqual({ text: known, problems: [] })
    }),
  )
})

it('a blank line and a name that is no field’s are told with where they stand', () => {
  const paragraphs = [{ key: 'a', en: 'For {en student.name} {the moon}', ar: ' ', isOptional: false }]
  expect(textOf({ title: { en: 'News', ar: '' }, paragraphs }, labels).problems).toEqual([
    { paragraph: null, language: 'ar', kind: 'blank', name: '' },
    { paragraph: 0, language: 'en', kind: 'unknown', name: 'the moon' },
    { paragraph: 0, language: 'ar', kind: 'blank', name: '' },
  ])
})
