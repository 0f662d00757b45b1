import { expect, it } from 'vitest'
import type { LetterTemplate, Piece } from './letter-blocks.contract.ts'
import { findingsInLetter, isBlocking } from './letter-finding.rules.ts'

const text = (words: string) => [{ text: words }]
const letterOf = (...blocks: LetterTemplate['blocks']): LetterTemplate => ({
  title: { en: 'Waiting list', ar: 'قائمة الانتظار' },
  letterhead: true,
  blocks,
})
const said = (
  en: Piece[],
  ar: Piece[] = en,
  showWhen?: { field: 'offer.grade'; isGiven: boolean },
): LetterTemplate['blocks'][number] => ({
  kind: 'para',
  layout: 'side',
  words: { en, ar },
  ...(showWhen && { showWhen }),
})
const codes = (template: LetterTemplate) =>
  findingsInLetter('waiting-list', template).map(({ code, block, lang, field }) => [code, block, lang ?? field])

it('finds nothing in a letter that is whole', () => {
  expect(codes(letterOf(said(text('Dear'), text('حضرة'))))).toEqual([])
})

it('wants words in both languages, of the title too', () => {
  const half = letterOf(said(text('Dear'), text('  ')))
  expect(codes({ ...half, title: { en: '', ar: 'ع' } })).toEqual([
    ['title-missing', null, 'en'],
    ['words-missing', 0, 'ar'],
  ])
})

it('knows a field that this letter is never filled with, and one that not every child has', () => {
  expect(codes(letterOf(said([{ field: 'offer.deposit' }])))).toEqual([['never-filled', 0, 'offer.deposit']])
  const grade = said([{ field: 'offer.grade' }])
  expect(codes(letterOf(grade))).toEqual([['not-always', 0, 'offer.grade']])
  expect(findingsInLetter('waiting-list', letterOf(grade)).some(isBlocking)).toBe(false)
})

it('lets a field stand where it is only said when it is given', () => {
  const field = [{ field: 'offer.grade' as const }]
  expect(codes(letterOf(said(field, field, { field: 'offer.grade', isGiven: true })))).toEqual([])
  expect(codes(letterOf(said(field, field, { field: 'offer.grade', isGiven: false })))).toEqual([
    ['not-always', 0, 'offer.grade'],
  ])
})

it('tells braces that are no field, a field on one side, and what is too much for a letter', () => {
  expect(codes(letterOf(said(text('Dear {{studnet.name}}'), text('حضرة'))))).toEqual([['braces', 0, 'en']])
  expect(codes(letterOf(said([{ field: 'student.name' }], text('حضرة'))))).toEqual([['one-side', 0, 'en']])
  const many = Array.from({ length: 81 }, () => said(text('Dear')))
  expect(codes(letterOf(...many))).toEqual([['too-much', null, null]])
})
