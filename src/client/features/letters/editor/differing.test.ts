import { expect, it } from 'vitest'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { differingBlocks } from './differing.ts'

const letter = (...texts: string[]): LetterTemplate => ({
  title: { en: 'Letter', ar: 'خطاب' },
  letterhead: true,
  blocks: texts.map((ar) => ({ kind: 'para', layout: 'side', words: { en: [{ text: 'same' }], ar: [{ text: ar }] } })),
})
const found = (mine: LetterTemplate, theirs: LetterTemplate) =>
  differingBlocks(mine, theirs).map(({ no, ...part }) => {
    const textOf = (block: typeof part.mine) => (block?.kind === 'para' ? block.words.ar : undefined)
    return [no, textOf(part.mine), textOf(part.theirs)]
  })

it('finds what differs in one language alone, and nothing in two copies that are the same', () => {
  expect(found(letter('أ', 'ب', 'ج'), letter('أ', 'د', 'ج'))).toEqual([[1, [{ text: 'ب' }], [{ text: 'د' }]]])
  expect(found(letter('أ', 'ب'), letter('أ', 'ب'))).toEqual([])
})

it('tells a part that was added or taken away, and no part that has only moved up or down with it', () => {
  expect(found(letter('أ', 'ب', 'ج'), letter('ب', 'ج'))).toEqual([[0, [{ text: 'أ' }], undefined]])
  expect(found(letter('أ', 'ج'), letter('أ', 'ب', 'ج'))).toEqual([[1, undefined, [{ text: 'ب' }]]])
  expect(found(letter('أ', 'أ'), letter('أ'))).toEqual([[1, [{ text: 'أ' }], undefined]])
})
