import { expect, it } from 'vitest'
import type { ScoringBody } from '#shared/admissions/scoring.contract.ts'
import { blankSet, draftOf, freeCode, moved, newItem, readDraft } from './set-draft.ts'

const both = (text: string) => ({ en: text, ar: text })
const scoringBody = (more: Partial<ScoringBody> = {}): ScoringBody => ({
  title: both('KG1'),
  items: [
    {
      code: 'speaking',
      label: both('Speaking'),
      answer: { kind: 'score', top: 10 },
      weight: 3,
      required: true,
      scorers: [],
    },
    {
      code: 'support',
      label: both('Support'),
      answer: {
        kind: 'band',
        bands: [
          { code: 'much', label: both('Much'), points: 0 },
          { code: 'none', label: both('None'), points: 3 },
        ],
      },
      weight: 2,
      required: false,
      scorers: ['registrar', 'head'],
    },
  ],
  rules: [{ code: 'curriculum', label: both('The curriculum is open to the child') }],
  assessors: 1,
  gap: 15,
  appointments: [],
  isInForce: true,
  ...more,
})

it('gives back what it was made from, word by word', () => {
  const body = scoringBody({ assessors: 2, appointments: ['interview'] })
  expect(readDraft(draftOf(2031, 'KG1', body))).toEqual({ body })
})

it('names the first place where something is wrong', () => {
  const draft = draftOf(2031, 'KG1', scoringBody())
  const [first, second] = draft.items
  if (!first || !second) throw new Error('no items')
  const wrongOf = (more: object) => readDraft({ ...draft, ...more })
  expect(readDraft(blankSet())).toEqual({ wrong: { part: 'entryYear', line: null } })
  expect(wrongOf({ grade: ' ' })).toEqual({ wrong: { part: 'grade', line: null } })
  expect(wrongOf({ ar: '' })).toEqual({ wrong: { part: 'title', line: null } })
  expect(wrongOf({ items: [first, { ...second, weight: '1.5' }] })).toEqual({ wrong: { part: 'items', line: 1 } })
  // Hundredths and thirds of points do not fit into sevens of seventeenths.
  expect(wrongOf({ items: [{ ...first, top: '23' }] })).toEqual({ wrong: { part: 'items', line: 0 } })
  expect(wrongOf({ items: [first, { ...second, code: first.code }] })).toEqual({ wrong: { part: 'items', line: null } })
  expect(wrongOf({ items: [] })).toEqual({ wrong: { part: 'items', line: null } })
  expect(wrongOf({ gap: '' })).toEqual({ wrong: { part: 'gap', line: null } })
})

it('gives a new line a code that none has, and moves lines within the list', () => {
  expect(freeCode('i', [{ code: 'i2' }])).toBe('i3')
  expect(newItem([{ ...newItem([]), code: 'i2' }]).code).toBe('i3')
  expect([moved(['a', 'b', 'c'], 0, 1), moved(['a', 'b', 'c'], 0, -1)]).toEqual([
    ['b', 'a', 'c'],
    ['a', 'b', 'c'],
  ])
})
