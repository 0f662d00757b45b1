import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'
import type { BothLines, LetterBlock, LetterCondition, LetterTemplate } from './letter-blocks.contract.ts'

/** A sentence of a template: where it stands, and which fields are certain to be given wherever it is said. */
export interface LetterLine {
  /** The block's number, from 0. */
  block: number
  words: BothLines
  given: readonly LetterField[]
}

/** A place that a list or a table of a field fills. */
export interface LetterEach {
  block: number
  field: LetterField
  given: readonly LetterField[]
}

/** Fields that are given wherever the condition holds. */
function givenBy(condition: LetterCondition | undefined): LetterField[] {
  if (!condition) return []
  if ('all' in condition) return condition.all.flatMap(givenBy)
  if ('is' in condition) return [condition.field]
  return 'isGiven' in condition && condition.isGiven ? [condition.field] : []
}

type Words = Omit<LetterLine, 'block'>

function wordsOf(block: LetterBlock): Words[] {
  const given = givenBy(block.showWhen)
  const said = (...all: BothLines[]): Words[] => all.map((words) => ({ words, given }))
  switch (block.kind) {
    case 'heading':
    case 'para':
      return said(block.words)
    case 'space':
      return []
    case 'list':
      return 'each' in block.items ? [] : said(...block.items)
    case 'facts':
      return block.rows.flatMap(({ showWhen, label, value }) =>
        [label, value].map((words) => ({ words, given: [...given, ...givenBy(showWhen)] })),
      )
    case 'table': {
      const rows = 'each' in block.rows ? [] : block.rows
      return [block.head, ...rows].flatMap(({ label, values }) => said(label, ...values))
    }
    case 'signatures':
      return said(block.date, ...block.places.map(({ role }) => role))
  }
}

/** Every sentence of a template, in its order. */
export const waitlistsOf = ({ blocks }: LetterTemplate): LetterLine[] =>
  blocks.flatMap((block, no) => wordsOf(block).map((words) => ({ block: no, ...words })))

function eachOf(block: LetterBlock): LetterField | undefined {
  if (block.kind === 'list') return 'each' in block.items ? block.items.each : undefined
  if (block.kind === 'table') return 'each' in block.rows ? block.rows.each : undefined
  return undefined
}

/** Every list and table that a field fills. */
export const eachesOf = ({ blocks }: LetterTemplate): LetterEach[] =>
  blocks.flatMap((block, no) => {
    const field = eachOf(block)
    return field === undefined ? [] : [{ block: no, field, given: givenBy(block.showWhen) }]
  })
