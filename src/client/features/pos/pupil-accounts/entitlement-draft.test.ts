import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { draftOf, readDraft } from './entitlement-draft.ts'

const today = '2030-03-03'
const said = { amount: minor(1500), weekdays: [0, 1], from: '2030-01-01', until: '2030-06-30' }

it('begins with what is said now, from today on', () => {
  const draft = draftOf(said, today, 'QAR', [])
  expect(draft).toEqual({ amount: '15.00', weekdays: [0, 1], from: today, until: '2030-06-30' })
  expect(readDraft(draft, today, 'QAR').said).toEqual({ ...said, from: today })
  expect(draftOf({ ...said, until: '2030-01-31' }, today, 'QAR', []).until).toBe('')
})

it('takes digits of both scripts, and nothing as an end that is left open', () => {
  const draft = { ...draftOf(undefined, today, 'KWD', [0, 1, 2]), amount: '١٫٢٥٠', weekdays: [3, 1] }
  expect(readDraft(draft, today, 'KWD').said).toEqual({ amount: 1250, weekdays: [1, 3], from: today, until: null })
  expect(readDraft({ ...draft, amount: '0' }, today, 'KWD').said?.amount).toBe(0)
})

it('says what cannot be saved', () => {
  const draft = { amount: 'x', weekdays: [], from: '2030-03-02', until: '2030-03-01' }
  expect(readDraft(draft, today, 'QAR')).toEqual({ wrong: ['amount', 'weekdays', 'from', 'until'] })
})
