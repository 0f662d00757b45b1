import { expect, it } from 'vitest'
import { packFor } from '#shared/documents/document-packs.ts'
import { codeFor, draftOfType, newType, typeOf } from './type-draft.ts'

it('what was opened and not changed is saved as it was', () => {
  for (const type of packFor('AE').types) expect(typeOf(draftOfType(type), [])).toEqual({ type })
})

it('says what is not right yet: a name in one language alone, days that are none, a hint in one language alone', () => {
  const draft = draftOfType(newType)
  const [rule] = draft.asked
  const label = { en: 'Medical form', ar: ' ' }
  expect(typeOf({ ...draft, label, promiseDays: '0' }, [])).toEqual({ wrong: ['label', 'promiseDays'] })
  const named = { ...draft, label: { en: 'Medical form', ar: 'استمارة طبية' }, promiseDays: '٣٠' }
  expect(typeOf(named, ['medical-form'])).toMatchObject({ type: { code: 'medical-form-2', promiseDays: 30 } })
  const half = rule ? [{ ...rule, note: { en: 'Stamped', ar: '' } }] : []
  expect(typeOf({ ...named, asked: half }, [])).toEqual({ wrong: ['asked'] })
})

it('a code is made of letters that records can keep', () => {
  expect([codeFor('2nd Passport!', []), codeFor('جواز', []), codeFor('جواز', ['paper'])]).toEqual([
    'nd-passport',
    'paper',
    'paper-2',
  ])
})
