import { type LetterField, letterFields } from '#shared/kernel/letter/letter-fields.rules.ts'
import type { BothLines, LetterBlock } from '#shared/letters/letter-blocks.contract.ts'

export const emptyWords = (): BothLines => ({ en: [], ar: [] })
export const blockKinds = ['para', 'heading', 'list', 'facts', 'table', 'signatures', 'space'] as const

/** Fields of a kind, of those that a letter is filled with. */
export const fieldsOfKind = <K extends 'list' | 'table' | 'signature'>(fields: readonly LetterField[], kind: K) =>
  fields.filter((field): field is FieldOf<K> => letterFields[field] === kind)
type FieldOf<K> = { [F in LetterField]: (typeof letterFields)[F] extends K ? F : never }[LetterField]

/** Fields that stand in a sentence. */
export const fieldsInWords = (fields: readonly LetterField[]): LetterField[] =>
  fields.filter((field) => !['list', 'table', 'signature'].includes(letterFields[field]))

/** A block with nothing in it yet. */
export function newBlock(kind: LetterBlock['kind']): LetterBlock {
  const words = emptyWords()
  switch (kind) {
    case 'heading':
      return { kind, level: 2, words }
    case 'para':
      return { kind, layout: 'side', words }
    case 'list':
      return { kind, items: [words] }
    case 'facts':
      return { kind, rows: [{ label: words, value: words }] }
    case 'table':
      return { kind, head: { label: words, values: [words] }, rows: [{ label: words, values: [words] }] }
    case 'signatures':
      return {
        kind,
        date: { en: [{ text: 'Date' }], ar: [{ text: 'التاريخ' }] },
        places: [{ signer: 'sign.school', role: words }],
      }
    case 'space':
      return { kind, size: 'small' }
  }
}
