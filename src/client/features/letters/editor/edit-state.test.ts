import { expect, it } from 'vitest'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { conditionOf, rowsFrom } from './blocks/condition-editor.tsx'
import { quantityOf } from './blocks/line-dom.ts'
import { blockKinds, newBlock } from './blocks/new-blocks.ts'
import { edited, moved, openState } from './edit-state.ts'

const letter = (en: string): LetterTemplate => ({ title: { en, ar: 'ع' }, letterhead: true, blocks: [] })

it('undoes what was typed at one place as one, and everything else by itself', () => {
  const typed = ['a', 'ab', 'abc'].reduce(
    (state, en) => edited(state, { type: 'change', template: letter(en), typedAt: 'title.en' }),
    openState(letter('')),
  )
  const more = edited(typed, { type: 'change', template: letter('more') })
  const back = edited(more, { type: 'undo' })
  expect(back.template.title.en).toBe('abc')
  expect(edited(back, { type: 'undo' }).template.title.en).toBe('')
})

it('moves a block within the letter, and not out of it', () => {
  const blocks = blockKinds.slice(0, 3).map((kind) => newBlock(kind))
  const kinds = (from: number, to: number) => moved(blocks, from, to).map(({ kind }) => kind)
  expect(kinds(0, 2)).toEqual(['heading', 'list', 'para'])
  expect(kinds(0, -1)).toEqual(['para', 'heading', 'list'])
  expect(kinds(2, 3)).toEqual(['para', 'heading', 'list'])
})

it('reads a condition as sentences, and leaves one that is more as it is', () => {
  const given = { field: 'offer.fees', isGiven: true } as const
  expect(rowsFrom({ not: given })).toEqual([{ ...given, isGiven: false }])
  expect(conditionOf(rowsFrom({ all: [given, given] }) ?? [])).toEqual({ all: [given, given] })
  expect(rowsFrom({ any: [given, given] })).toBeUndefined()
  expect(conditionOf([])).toBeUndefined()
})

it('takes text alone from what is pasted: fields by name, and nothing that shows nothing', () => {
  expect(quantityOf('Dear {{student.name}},\n{{letter.date|hijri}} {{nobody}}\u202e', {})).toEqual([
    { text: 'Dear ' },
    { field: 'student.name' },
    { text: ', ' },
    { field: 'letter.date', as: 'hijri' },
    { text: ' {{nobody}}' },
  ])
})
