import { expect, it } from 'vitest'
import { conditionOf, rowsFrom } from './condition-editor.tsx'
import { quantityOf } from './line-dom.ts'
import { moved } from './move-block.ts'
import { blockKinds, newBlock } from './new-blocks.ts'

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
