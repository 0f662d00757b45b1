import { createContext, use } from 'react'
import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'
import type { LetterBlock } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterEditing } from './hooks/use-letter-edit.ts'

/** The line that was typed in last: what the bar above the blocks works on. */
export interface ActiveLine {
  insert(field: LetterField, as: 'hijri' | undefined): void
  embolden(): void
  focus(): void
}

/** What every part of the editor needs. */
export interface Editing extends LetterEditing {
  /** Every field that this letter can be filled with. */
  fields: readonly LetterField[]
  /** Puts a block in the place of one; typing on at one place is undone as one. */
  put(no: number, block: LetterBlock, typedAt?: string): void
  setActive(line: ActiveLine): void
  /** The list of fields, for the person who has typed two braces. */
  chooseField(): void
}

const EditingContext = createContext<Editing | null>(null)
export const EditingProvider = EditingContext

export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (!editing) throw new Error('a part of the editor stands outside of it')
  return editing
}

export const blockId = (no: number): string => `letter-block-${no}`
